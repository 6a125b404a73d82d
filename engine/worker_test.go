package engine_test

import (
	"bytes"
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/conc"

	"rowproof/engine"
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk/disktest"
	"rowproof/engine/family"
	"rowproof/harness/scripted"
)

// goroutine is the number of the one that asks.
func goroutine() string {
	buf := make([]byte, 64)
	return string(bytes.Fields(buf[:runtime.Stack(buf, false)])[1])
}

// TestOneGoroutineWrites, the Generator's worker, whoever asks: saves of answers, explicit
// ones, and drops. What is done is on disk when the event comes.
func TestOneGoroutineWrites(t *testing.T) {
	memory := disktest.NewMemory(time.Now)
	on := disktest.NewInject(memory)
	s, err := checkpoint.Open("store", checkpoint.Options{FS: on, Clock: time.Now, Guard: family.Qwen{}.Guard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	script := conversation
	script.Faults = map[scripted.Place]scripted.Fault{{Token: 9}: scripted.NaN}
	g := generator(t, scripted.New(script), engine.Options{Store: s, Queue: 16})
	var mu sync.Mutex
	writers, verbs := map[string]bool{}, map[string]bool{}
	on.Before = func(verb, _ string) {
		mu.Lock()
		defer mu.Unlock()
		writers[goroutine()], verbs[verb] = true, true
	}
	var group conc.WaitGroup
	for range 4 {
		group.Go(func() {
			_, _ = g.Generate(context.Background(), ask(3, 4))
			_ = g.Save(context.Background())
			_, _ = g.Generate(context.Background(), ask(8, 6)) // fails, and drops
		})
	}
	group.Wait()
	g.Close()
	on.Before = nil
	if len(writers) != 1 || writers[goroutine()] {
		t.Errorf("goroutines at the disk: %v", slices.Collect(maps.Keys(writers)))
	}
	if !verbs["write"] || !verbs["rename"] || !verbs["remove"] {
		t.Errorf("verbs %v: nothing was written, or nothing dropped", verbs)
	}
}
