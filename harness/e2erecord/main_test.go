package e2erecord

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"rowproof/oracle/e2e"
)

const (
	receipts = "../../receipts/e2e"
	models   = "../../receipts/models"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == asEngine {
		behave(os.Args[2])
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// recorded reads files of the receipts: those of the names, or all.
func recorded(t *testing.T, names ...string) []*File {
	t.Helper()
	if names == nil {
		names = []string{"*"}
	}
	var files []*File
	for _, name := range names {
		paths, err := filepath.Glob(filepath.Join(receipts, name+".jsonl"))
		if err != nil || len(paths) == 0 {
			t.Fatal(name, err)
		}
		for _, path := range paths {
			f, err := Read(path)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	return files
}

// parrot answers what receipts hold.
type parrot struct {
	mu    sync.Mutex
	says  map[string]json.RawMessage
	asked int
	after func(command string, in any) error // looked at before it answers; may be nil
}

func (p *parrot) Ask(_ context.Context, command string, in any) (json.RawMessage, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	if p.after != nil {
		if err := p.after(command, in); err != nil {
			return nil, err
		}
	}
	if out, ok := p.says[command+encode(in)]; ok {
		return out, nil
	}
	return nil, fmt.Errorf("%w: %s", ErrRefused, encode(in))
}

func (*parrot) Versions() map[string]string { return map[string]string{"mlx": "9"} }

func encode(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// learn teaches a parrot the records of files.
func learn(t *testing.T, files []*File) *parrot {
	t.Helper()
	p := &parrot{says: map[string]json.RawMessage{}}
	for _, f := range files {
		for _, r := range f.Records {
			if text(r, "kind") == e2e.Golden {
				p.learnGolden(t, f, r)
				continue
			}
			q, err := f.run(r, models)
			if err != nil {
				t.Fatal(err)
			}
			p.teach(commandGenerate, q, json.RawMessage(encode(r.values)))
			if tokens, ok := r.values["clean_tokens"]; ok {
				q.Fault = nil
				p.teach(commandGenerate, q, map[string]any{"ok": true, "tokens": tokens})
			}
			if tokens, ok := r.values["clean_stream"]; ok {
				d := &derivation{f: f, q: q}
				p.teach(commandGenerate, d.healthyAR(f.meta.Prompts["p0"], e2e.Sampler{TopP: 1}), map[string]any{"ok": true, "tokens": tokens})
				a := newAsker(p, models)
				p.teach(CommandForward, a.rows(f, q.Prompt, 0, q.Poison), map[string]any{"census": []any{r.values["last_row"]}, "logits": ""})
				for _, poison := range []string{"", q.Poison} {
					p.teach(CommandForward, a.rows(f, f.meta.Prompts["p1"], 0, poison), map[string]any{"logits": "AAAA"})
				}
			}
		}
	}
	return p
}

func (p *parrot) teach(command string, in, out any) {
	p.says[command+encode(in)] = json.RawMessage(encode(out))
}

func (p *parrot) learnGolden(t *testing.T, f *File, r *Object) {
	t.Helper()
	var said struct {
		Logits []float32 `json:"last_logits"`
		Hidden []float32 `json:"last_hidden"`
		Argmax []int     `json:"all_argmax"`
		Drafts []struct {
			Input  int       `json:"input"`
			Logits []float32 `json:"logits"`
			Hidden []float32 `json:"hidden"`
		} `json:"drafts"`
	}
	if err := json.Unmarshal([]byte(encode(r)), &said); err != nil {
		t.Fatal(err)
	}
	var drafts []map[string]any
	for _, d := range said.Drafts {
		drafts = append(drafts, map[string]any{"input": d.Input, "logits": coded(d.Logits), "hidden": coded(d.Hidden)})
	}
	prompt, err := f.prompt(r)
	if err != nil {
		t.Fatal(err)
	}
	p.teach(CommandForward, newAsker(p, models).rows(f, prompt, len(drafts), ""), map[string]any{
		"logits": coded(said.Logits), "hidden": coded(said.Hidden), "argmax": said.Argmax, "drafts": drafts,
	})
}

func coded(values []float32) string {
	var raw []byte
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return base64.StdEncoding.EncodeToString(raw)
}
