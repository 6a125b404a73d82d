package shim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rowproof/engine"
	"rowproof/engine/generate"
	"rowproof/engine/rng/numpy"
	"rowproof/shim"
)

// hold keeps the worker busy until the function is called.
func (w *world) hold() (release func()) {
	w.Helper()
	busy, free := make(chan struct{}), make(chan struct{})
	_, err := w.generator.Submit(context.Background(), engine.Request{Request: generate.Request{
		Prompt: []int{'x'}, MaxTokens: 1, Stream: numpy.New(1),
		OnTokens: func([]int) error {
			close(busy)
			<-free
			return nil
		},
	}})
	if err != nil {
		w.Fatal(err)
	}
	<-busy
	return sync.OnceFunc(func() { close(free) })
}

func TestAFullQueueAnswersAtOnce(t *testing.T) {
	w := start(t, setup{queue: 1})
	release := w.hold()
	defer release()
	first := make(chan completion)
	go func() { first <- w.ask(greedy(catPrompt, 8)) }()
	w.eventually("one waits", func() bool { return w.metric("rowproof_queue_requests 1") })
	for _, stream := range []string{"true", "false"} {
		r := w.post("/v1/completions", `{"prompt":"x","stream":`+stream+"}")
		if e := w.parse(r).Error; r.status != http.StatusServiceUnavailable || r.header.Get("Retry-After") == "" || e.Code != "queue_full" {
			t.Errorf("%d: %s", r.status, r.body)
		}
	}
	release()
	if got := <-first; got.Choices[0].Text != catAnswer {
		t.Errorf("%+v", got)
	}
}

// TestAClientThatLeavesFreesItsTurn: one that waits, and one that is being answered,
// with and without drafts.
func TestAClientThatLeavesFreesItsTurn(t *testing.T) {
	for _, depth := range []int{0, 3} {
		w := start(t, setup{model: "endless", shim: shim.Options{Depth: depth}})
		release := w.hold()
		ctx, leave := context.WithCancel(t.Context())
		var left sync.WaitGroup
		for _, stream := range []bool{false, true} {
			body, _ := json.Marshal(greedy(catPrompt, 60000, "stream", stream))
			left.Go(func() {
				r, _ := http.NewRequestWithContext(ctx, http.MethodPost, w.url+"/v1/completions", strings.NewReader(string(body)))
				if got, err := w.client.Do(r); err == nil {
					_, _ = io.Copy(io.Discard, got.Body) // until it leaves
					got.Body.Close()
				}
			})
		}
		w.eventually("both wait", func() bool { return w.metric("rowproof_queue_requests 2") })
		release()
		w.eventually("the first has its turn", func() bool { return w.metric("rowproof_queue_requests 1") })
		leave()
		left.Wait()
		begun := time.Now()
		if got := w.ask(greedy(catPrompt, 8)); got.Choices[0].Text != catAnswer {
			t.Errorf("%+v", got)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
		w.eventually("both are counted", func() bool {
			return w.metric(`rowproof_requests_total{endpoint="/v1/completions",status="499"} 2`)
		})
	}
}

// TestStopping finishes the answer under way and its save, and refuses what waits.
func TestStopping(t *testing.T) {
	w := start(t, setup{model: "endless", store: true})
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- w.server.Serve(ctx, l) }()
	w.url = "http://" + l.Addr().String()
	release := w.hold()
	defer release()
	waiting := make(chan reply)
	go func() { waiting <- w.post("/v1/completions", `{"prompt":"x","temperature":0}`) }()
	w.eventually("one waits", func() bool { return w.metric("rowproof_queue_requests 1") })
	release()
	if got := <-waiting; got.status != 200 {
		t.Fatalf("%d: %s", got.status, got.body)
	}

	// A stream under way, and one that waits behind it.
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.url+"/v1/completions", strings.NewReader(`{"prompt":"The cat","temperature":0,"max_tokens":3000,"stream":true}`))
	if err != nil {
		t.Fatal(err)
	}
	running, err := w.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer running.Body.Close()
	go func() { waiting <- w.post("/v1/completions", `{"prompt":"x","temperature":0}`) }()
	w.eventually("one waits", func() bool { return w.metric("rowproof_queue_requests 1") })
	before := len(w.store.List())
	stop()
	if got := <-waiting; got.status != http.StatusServiceUnavailable || w.parse(got).Error.Code != "stopping" {
		t.Errorf("what waited: %d %s", got.status, got.body)
	}
	body, err := io.ReadAll(running.Body)
	if err != nil || !strings.HasSuffix(string(body), "data: [DONE]\n\n") || strings.Count(string(body), `"text":"`) != 3001 {
		t.Errorf("what ran: %v, %d bytes", err, len(body))
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if after := len(w.store.List()); after != before+1 {
		t.Errorf("%d checkpoints, then %d", before, after)
	}
	w.url = w.listener.URL
	if r := w.do("GET", "/health", ""); r.status != http.StatusServiceUnavailable {
		t.Errorf("health: %d", r.status)
	}
	if r := w.post("/v1/completions", `{"prompt":"x"}`); r.status != http.StatusServiceUnavailable {
		t.Errorf("%d: %s", r.status, r.body)
	}
}

// TestLoad: many at once, one in ten broken, and every healthy answer is what it is
// alone.
func TestLoad(t *testing.T) {
	const clients, prompts = 200, 12
	w := start(t, setup{store: true, shim: shim.Options{Depth: 2}})
	var texts, alone []string
	for i := 0; len(alone) < prompts; i++ {
		text := fmt.Sprintf("Story %d", i)
		body, _ := json.Marshal(greedy(text, 12))
		solo := start(t, setup{})
		if r := solo.post("/v1/completions", string(body)); r.status == http.StatusOK { // some walk into poison
			texts, alone = append(texts, text), append(alone, solo.parse(r).Choices[0].Text)
		}
	}
	w.client.Transport.(*http.Transport).MaxIdleConnsPerHost = clients
	goroutines, files := runtime.NumGoroutine(), descriptors()
	var healthy, broken atomic.Int64
	until := time.Now().Add(2 * time.Second)
	var all sync.WaitGroup
	for c := range clients {
		random := rand.New(rand.NewPCG(1, uint64(c)))
		all.Go(func() {
			for time.Now().Before(until) {
				i, stream, fails := random.IntN(prompts), random.IntN(2) == 0, random.IntN(10) == 0
				prompt := texts[i]
				if fails {
					prompt += "{t301}"
				}
				body, _ := json.Marshal(greedy(prompt, 12, "stream", stream))
				r := w.post("/v1/completions", string(body))
				if fails {
					broken.Add(1)
					if r.status != 500 || w.parse(r).Error.Code != "non_finite_logits" {
						t.Errorf("broken: %d %s", r.status, r.body)
					}
					continue
				}
				healthy.Add(1)
				if got := w.said(r, stream); got != alone[i] {
					t.Errorf("%s: %q, alone %q", prompt, got, alone[i])
				}
			}
		})
	}
	all.Wait()
	w.client.CloseIdleConnections()
	w.eventually("goroutines and descriptors as before", func() bool {
		return runtime.NumGoroutine() <= goroutines+4 && descriptors() <= files+2
	})
	t.Logf("%d healthy, %d broken", healthy.Load(), broken.Load())
	if healthy.Load() < clients || broken.Load() == 0 {
		t.Error("too few to prove anything")
	}
}

// said is the text of an answer.
func (w *world) said(r reply, stream bool) string {
	if !stream {
		if c := w.parse(r); len(c.Choices) == 1 {
			return c.Choices[0].Text
		}
		return r.body
	}
	var text strings.Builder
	for _, e := range events(r.body) {
		if e != "[DONE]" {
			text.WriteString(w.parse(reply{body: e}).Choices[0].Text)
		}
	}
	return text.String()
}

// descriptors are the open files of this process, 0 where they cannot be counted.
func descriptors() int {
	entries, _ := os.ReadDir("/proc/self/fd")
	return len(entries)
}
