package shim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rowproof/engine"
	"rowproof/engine/chat"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/device/cpu"
	"rowproof/engine/family"
	"rowproof/engine/folder"
	"rowproof/harness/modelmake"
	"rowproof/shim"
)

// models holds three folders. In "tiny" token 301 breaks its row, and no answer here has
// it. In "walked" token 13 does, which the answer to catPrompt has as its fourth. In
// "shut" it is the newline, with which the prompt of a chat ends. "endless" is tiny
// without poison, and here without tokens that end an answer.
var models string

const (
	catPrompt = "The cat"
	catAnswer = `{t327}w{t15}{t13}$\{t157}{t250}`
)

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if models, err = os.MkdirTemp("", "shim-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(models)
	for name, token := range map[string]int{"tiny": 301, "walked": 13, "shut": 10, "endless": 0} {
		o := modelmake.DefaultOptions()
		if token > 0 {
			o.Poison = []modelmake.Trigger{{Kind: modelmake.NaN, Token: token}}
		}
		if err := modelmake.Make(context.Background(), filepath.Join(models, name), o); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}

// world is a server with what is behind it.
type world struct {
	*testing.T
	server    *shim.Server
	generator *engine.Generator
	store     *checkpoint.Store
	url       string
	client    *http.Client
	listener  *httptest.Server
}

type setup struct {
	model string
	queue int
	store bool
	shim  shim.Options
}

func start(t *testing.T, c setup) *world {
	t.Helper()
	if c.model == "" {
		c.model = "tiny"
	}
	dir := filepath.Join(models, c.model)
	f, err := folder.Open(dir, cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	if c.model == "endless" {
		f.Stop = nil
	}
	template, err := chat.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t}
	if c.store {
		if w.store, err = checkpoint.Open(t.TempDir(), checkpoint.Options{FS: disk.Real{}, Clock: time.Now, Guard: family.Qwen{}.Guard}); err != nil {
			t.Fatal(err)
		}
	}
	if c.queue == 0 {
		c.queue = 256
	}
	if w.generator, err = engine.New(f.Model, engine.Options{Store: w.store, Queue: c.queue}); err != nil {
		t.Fatal(err)
	}
	o := c.shim
	o.Name, o.Folder, o.Generator, o.Template = "tiny", f, w.generator, template
	w.server = shim.New(o)
	w.listener = httptest.NewServer(w.server)
	w.url, w.client = w.listener.URL, w.listener.Client()
	t.Cleanup(func() {
		w.client.CloseIdleConnections()
		w.listener.Close()
		w.generator.Close()
		if w.store != nil {
			if err := w.store.Close(); err != nil {
				t.Error(err)
			}
		}
		f.Close()
	})
	return w
}

// reply is what came back.
type reply struct {
	status int
	header http.Header
	body   string
}

func (w *world) post(path, body string, header ...string) reply {
	w.Helper()
	return w.do(http.MethodPost, path, body, header...)
}

func (w *world) do(method, path, body string, header ...string) reply {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	got, err := w.client.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		w.Fatal(err)
	}
	return reply{got.StatusCode, got.Header, string(text)}
}

// completion is what tests read of an answer.
type completion struct {
	Choices []struct {
		Text    string
		Message struct{ Content string }
		Delta   struct{ Content string }

		Logprobs     json.RawMessage
		FinishReason string `json:"finish_reason"`
	}
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Details    struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
	Error *apiError
}

type apiError struct{ Message, Type, Param, Code string }

func (w *world) parse(r reply) (c completion) {
	w.Helper()
	if err := json.Unmarshal([]byte(r.body), &c); err != nil {
		w.Fatalf("%v in %.300q", err, r.body)
	}
	return c
}

// ask is a completion that must succeed.
func (w *world) ask(fields map[string]any) completion {
	w.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		w.Fatal(err)
	}
	path := "/v1/completions"
	if fields["messages"] != nil {
		path = "/v1/chat/completions"
	}
	r := w.post(path, string(body))
	if r.status != http.StatusOK {
		w.Fatalf("%d: %s", r.status, r.body)
	}
	return w.parse(r)
}

// events are those of a stream, [DONE] included.
func events(body string) []string {
	var found []string
	for part := range strings.SplitSeq(body, "\n\n") {
		if data, ok := strings.CutPrefix(part, "data: "); ok {
			found = append(found, data)
		}
	}
	return found
}

func (w *world) metric(line string) bool {
	return bytes.Contains([]byte(w.do(http.MethodGet, "/metrics", "").body), []byte("\n"+line+"\n"))
}

// eventually waits for what a handler does behind its answer.
func (w *world) eventually(what string, holds func() bool) {
	w.Helper()
	for range 500 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.Errorf("never: %s", what)
}

func greedy(prompt string, n int, more ...any) map[string]any {
	fields := map[string]any{"prompt": prompt, "temperature": 0, "max_tokens": n}
	for i := 0; i < len(more); i += 2 {
		fields[more[i].(string)] = more[i+1]
	}
	return fields
}
