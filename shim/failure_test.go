package shim_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rowproof/shim"
)

// TestAFailureBeforeTheFirstToken is a 500 with its code, whatever was asked for.
func TestAFailureBeforeTheFirstToken(t *testing.T) {
	for _, depth := range []int{0, 3} {
		rows := filepath.Join(t.TempDir(), "rows")
		kept, err := shim.OpenRows(rows, 3)
		if err != nil {
			t.Fatal(err)
		}
		w := start(t, setup{model: "shut", shim: shim.Options{Depth: depth, Rows: kept}})
		for _, tc := range []struct{ path, fields string }{
			{"/v1/completions", `"prompt":"x\n",`},
			{"/v1/chat/completions", `"messages":[{"role":"user","content":"Hi"}],`},
		} {
			for _, stream := range []string{"false", "true"} {
				r := w.post(tc.path, "{"+tc.fields+`"temperature":0,"stream":`+stream+"}")
				e := w.parse(r).Error
				if r.status != http.StatusInternalServerError || e == nil || e.Code != "non_finite_logits" || e.Type != "server_error" ||
					!strings.HasPrefix(e.Message, "non-finite logits in greedy argmax at ") || !strings.Contains(e.Message, "nan=384") || strings.Contains(e.Message, "dropped") {
					t.Errorf("%s, stream %s: %d %s", tc.path, stream, r.status, r.body)
				}
			}
		}
		for _, line := range []string{`rowproof_retries_total{start="cold"} 2`, `rowproof_retries_total{start="warm"} 0`, "rowproof_conversations_dropped_total 4"} {
			if !w.metric(line) {
				t.Errorf("no metric %s", line)
			}
		}
		names, err := filepath.Glob(filepath.Join(rows, "*"))
		if err != nil || len(names) != 3 || filepath.Base(names[2]) != "row-000000004.json" {
			t.Errorf("rows kept: %v, %v", names, err)
		}
		var row struct {
			Width   int
			Float32 []byte
		}
		data, err := os.ReadFile(names[0])
		if err == nil {
			err = json.Unmarshal(data, &row)
		}
		if err != nil || row.Width != 384 || len(row.Float32) != 4*384 {
			t.Errorf("%v, %d values in %d bytes", err, row.Width, len(row.Float32))
		}
		if got := w.ask(greedy(catPrompt, 8)); got.Choices[0].Text != catAnswer {
			t.Errorf("then %+v", got)
		}
	}
}

// TestAFailureBehindTheFirstToken: the last event of a stream says so and its
// connection ends; a plain answer shows nothing of what there was.
func TestAFailureBehindTheFirstToken(t *testing.T) {
	for name, tokens := range map[string]string{"later forward": "8", "final capture": "4"} {
		t.Run(name, func(t *testing.T) {
			w := start(t, setup{model: "walked"})
			fields := `{"prompt":"The cat","temperature":0,"max_tokens":` + tokens
			r := w.post("/v1/completions", fields+"}")
			if e := w.parse(r).Error; r.status != 500 || e == nil || e.Code != "non_finite_logits" || strings.Contains(r.body, "t327") || strings.Contains(e.Message, "dropped") {
				t.Errorf("%d: %s", r.status, r.body)
			}
			c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(w.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			body := fields + `,"stream":true}`
			if _, err := io.WriteString(c, request(body)); err != nil {
				t.Fatal(err)
			}
			_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
			raw, err := io.ReadAll(c) // the connection ends by itself
			if err != nil {
				t.Fatal(err)
			}
			all := string(raw)
			if !strings.HasPrefix(all, "HTTP/1.1 200 ") || strings.Contains(all, "[DONE]") || strings.Contains(all, "NaN") {
				t.Errorf("%s", all)
			}
			i := strings.LastIndex(all, "data: ")
			line, _, _ := strings.Cut(all[i+len("data: "):], "\n")
			last := w.parse(reply{body: line})
			if last.Error == nil || last.Error.Code != "non_finite_logits" || last.Choices[0].FinishReason != "error" || !strings.Contains(last.Error.Message, "4 tokens streamed before") {
				t.Errorf("the last event is %s", line)
			}
			if strings.Count(all, `"text":"{t13}"`) != 1 {
				t.Errorf("%s", all)
			}
		})
	}
}

func request(body string) string {
	return "POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + itoa(len(body)) + "\r\n\r\n" + body
}

// TestWhatWasDroppedIsSaid, and only where something was.
func TestWhatWasDroppedIsSaid(t *testing.T) {
	w := start(t, setup{store: true})
	w.ask(greedy("x", 1))
	r := w.post("/v1/completions", `{"prompt":"x{t301}","temperature":0}`)
	if e := w.parse(r).Error; !strings.Contains(e.Message, "; dropped: 1 resident state") {
		t.Errorf("%s", r.body)
	}
	r = w.post("/v1/completions", `{"prompt":"x{t301}","temperature":0}`)
	if e := w.parse(r).Error; strings.Contains(e.Message, "dropped") {
		t.Errorf("%s", r.body)
	}
}
