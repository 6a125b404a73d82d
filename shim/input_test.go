package shim_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"rowproof/shim"
)

func itoa(n int) string { return strconv.Itoa(n) }

// TestWhatIsRefused, by name.
func TestWhatIsRefused(t *testing.T) {
	w := start(t, setup{})
	stops, _ := json.Marshal(strings.Split(strings.Repeat("x,", 9999)+"x", ","))
	for _, tc := range []struct {
		fields, param string
	}{
		{`"temperature":"hot"`, "temperature"},
		{`"temperature":-0.1`, "temperature"},
		{`"temperature":2.1`, "temperature"},
		{`"temperature":1e999`, "temperature"},
		{`"temperature":1e-310`, "temperature"},
		{`"top_p":0`, "top_p"},
		{`"top_p":1.5`, "top_p"},
		{`"top_k":-1`, "top_k"},
		{`"top_k":1.5`, "top_k"},
		{`"seed":"x"`, "seed"},
		{`"seed":1e30`, "seed"},
		{`"max_tokens":0`, "max_tokens"},
		{`"max_tokens":"8"`, "max_tokens"},
		{`"stop":7`, "stop"},
		{`"stop":[""]`, "stop"},
		{`"stop":` + string(stops), "stop"},
		{`"presence_penalty":-2.5`, "presence_penalty"},
		{`"frequency_penalty":true`, "frequency_penalty"},
		{`"stream":1`, "stream"},
		{`"stream_options":[]`, "stream_options"},
		{`"stream_options":{"include_usage":"yes"}`, "stream_options.include_usage"},
		{`"logprobs":6`, "logprobs"},
		{`"model":["tiny"]`, "model"},
		{`"prompt":{}`, "prompt"},
		{`"prompt":""`, "prompt"},
		{`"prompt":null`, "prompt"},
		{`"prompt":["a","b"]`, "prompt"},
		{`"prompt":[384]`, "prompt"},
		{`"prompt":"{no"`, "prompt"},
		{`"prompt":"` + strings.Repeat("x", 70000) + `"`, "prompt"},
	} {
		body := "{" + tc.fields + "}"
		if !strings.HasPrefix(tc.fields, `"prompt"`) {
			body = `{"prompt":"x",` + tc.fields + "}"
		}
		r := w.post("/v1/completions", body)
		if e := w.parse(r).Error; r.status != http.StatusBadRequest || e == nil || e.Param != tc.param || !strings.Contains(e.Message, tc.param) {
			t.Errorf("%.60s: %d %.300s", tc.fields, r.status, r.body)
		}
	}
	const ok = `{"role":"user","content":"x"}`
	for _, tc := range []struct{ fields, param string }{
		{`"messages":[]`, "messages"},
		{`"messages":"x"`, "messages"},
		{`"messages":[7]`, "messages[0]"},
		{`"messages":[` + ok + `,{"content":"x"}]`, "messages[1].role"},
		{`"messages":[{"role":"user"}]`, "messages[0].content"},
		{`"messages":[{"role":"user","content":[{"type":"image"}]}]`, "messages[0].content"},
		{`"messages":[` + strings.Repeat(ok+",", 2048) + ok + `]`, "messages"},
		{`"messages":[` + ok + `],"logprobs":3`, "logprobs"},
		{`"messages":[` + ok + `],"logprobs":true,"top_logprobs":21`, "top_logprobs"},
		{`"messages":[` + ok + `],"top_logprobs":2`, "top_logprobs"},
		{`"messages":[` + ok + `],"max_completion_tokens":-1`, "max_completion_tokens"},
	} {
		r := w.post("/v1/chat/completions", "{"+tc.fields+"}")
		if e := w.parse(r).Error; r.status != http.StatusBadRequest || e == nil || e.Param != tc.param {
			t.Errorf("%.60s: %d %.300s", tc.fields, r.status, r.body)
		}
	}
}

// TestBodiesThatAreNone get an error in JSON, and the server goes on.
func TestBodiesThatAreNone(t *testing.T) {
	w := start(t, setup{})
	for name, tc := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"empty":         {"", 400, "invalid_json"},
		"null":          {"null", 400, "invalid_json"},
		"a list":        {"[]", 400, "invalid_json"},
		"cut":           {`{"prompt":"x`, 400, "invalid_json"},
		"two":           {`{"prompt":"x"}{}`, 400, "invalid_json"},
		"NaN":           {`{"prompt":"x","temperature":NaN}`, 400, "invalid_json"},
		"deep":          {`{"prompt":"x","extra":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + "}", 400, "invalid_json"},
		"no UTF-8":      {"{\"prompt\":\"\xff\"}", 400, "invalid_utf8"},
		"huge":          {`{"prompt":"` + strings.Repeat("x", 5<<20) + `"}`, 413, "body_too_large"},
		"other model":   {`{"prompt":"x","model":"../../etc/passwd"}`, 404, "model_not_found"},
		"too long":      {`{"prompt":"` + strings.Repeat("x", 1<<20) + `"}`, 400, "context_length_exceeded"},
		"many messages": {`{"messages":[` + strings.Repeat("{},", 100000) + "{}]}", 400, "invalid_value"},
	} {
		r := w.post("/v1/completions", tc.body)
		if e := w.parse(r).Error; r.status != tc.status || e == nil || e.Code != tc.code {
			t.Errorf("%s: %d %.300s", name, r.status, r.body)
		}
	}
	// What is not known is ignored.
	if got := w.ask(greedy(catPrompt, 8, "n", 3, "tools", []int{}, "user", nil)); got.Choices[0].Text != catAnswer {
		t.Errorf("%+v", got)
	}
}

func TestPathsAndMethods(t *testing.T) {
	w := start(t, setup{})
	for _, tc := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/", 404},
		{"GET", "/v1/models/..%2f..%2fetc%2fpasswd", 404},
		{"GET", "/v1/models/other", 404},
		{"GET", "/v1/models/tiny", 200},
		{"GET", "/v1/completions", 405},
		{"DELETE", "/v1/models", 405},
		{"GET", "/health", 200},
		{"GET", "/openapi.json", 200},
	} {
		if r := w.do(tc.method, tc.path, ""); r.status != tc.status || !json.Valid([]byte(r.body)) || r.status == 405 && r.header.Get("Allow") == "" {
			t.Errorf("%s %s: %d %s", tc.method, tc.path, r.status, r.body)
		}
	}
	if r := w.post("/v1/completions", `{"prompt":"x"}`, "Origin", "http://elsewhere.example"); r.status != 403 {
		t.Errorf("another origin: %d %s", r.status, r.body)
	}
}

func TestTheKeyIsDemanded(t *testing.T) {
	w := start(t, setup{shim: shim.Options{APIKey: "secret"}})
	for header, status := range map[string]int{"": 401, "Bearer wrong": 401, "Bearer secret": 200, "Bearer secret2": 401} {
		for _, path := range []string{"/v1/models", "/metrics", "/openapi.json"} {
			if r := w.do("GET", path, "", "Authorization", header); r.status != status {
				t.Errorf("%s, %q: %d", path, header, r.status)
			}
		}
	}
	if r := w.do("GET", "/health", ""); r.status != 200 {
		t.Errorf("health: %d", r.status)
	}
	for address, want := range map[string]bool{"127.0.0.1:1": true, "localhost:1": true, "[::1]:1": true, ":1": false, "0.0.0.0:1": false, "[::]:1": false, "10.0.0.1:1": false} {
		if got, err := shim.Loopback(address); err != nil || got != want {
			t.Errorf("%s: %t, %v", address, got, err)
		}
	}
}

// TestBadSockets: ones that are cut, half closed or silent do not keep others waiting.
func TestBadSockets(t *testing.T) {
	w := start(t, setup{model: "endless"})
	dial := func(text string) net.Conn {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(w.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		return c
	}
	whole := request(`{"prompt":"The cat","temperature":0,"max_tokens":60000,"stream":true}`)
	dial("")
	dial("POST /v1/comp")
	dial(whole[:len(whole)-10])
	dial("\x00\x01\x02\r\n\r\n")
	_ = dial(whole[:len(whole)-10]).(*net.TCPConn).CloseWrite()
	_ = dial(whole).(*net.TCPConn).CloseWrite() // one that is half closed has left
	gone := dial(whole)
	if _, err := io.ReadFull(gone, make([]byte, 400)); err != nil { // it is being answered
		t.Fatal(err)
	}
	gone.Close()
	begun := time.Now()
	if got := w.ask(greedy(catPrompt, 8)); got.Choices[0].Text != catAnswer {
		t.Errorf("%+v", got)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %v: the ones that left kept their turn", took)
	}
	w.eventually("two clients that left", func() bool {
		return w.metric(`rowproof_requests_total{endpoint="/v1/completions",status="499"} 2`)
	})
	header := fmt.Sprintf("GET /health HTTP/1.1\r\nHost: x\r\nX-Long: %s\r\n\r\n", strings.Repeat("x", 2<<20))
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(w.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, header) // refused while it is written
	if answer, _ := io.ReadAll(c); len(answer) > 0 && !strings.HasPrefix(string(answer), "HTTP/1.1 431 ") {
		t.Errorf("%s", answer)
	}
}
