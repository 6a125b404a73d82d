package harness_test

import (
	"context"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/receipts"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var builtIn = sync.OnceValues(func() ([]*oracle.File, error) { return harness.LoadFS(receipts.FS, "receipts") })

// allFiles are the built-in receipts.
func allFiles(t testing.TB) []*oracle.File {
	t.Helper()
	files, err := builtIn()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// fileOf is a file with the named cases of the built-in receipts, in that order.
func fileOf(t testing.TB, ids ...string) []*oracle.File {
	t.Helper()
	f := &oracle.File{Name: "some.jsonl"}
	for _, id := range ids {
		c, err := harness.Find(allFiles(t), id)
		if err != nil {
			t.Fatal(err)
		}
		f.Cases = append(f.Cases, c)
	}
	return []*oracle.File{f}
}

// Cases of the built-in receipts whose expected outcome is plain to see.
const (
	drawn     = "ordinary-entry/s1/0011" // three draws, equal
	greedy    = "ordinary-entry/s1/0000" // three tokens, equal
	refused   = "native-invalid/s1/0001" // NaN at 1 of 4: exceptions in four parts
	batch     = "batched-fallback/s1/0000"
	exp64     = "numeric/s1/0000"
	ds4Draws  = "ds4-0007"
	firstRNG  = "rng/s1/0000"
	wideMixed = "mixed-distributions/s1/0094"
)

// parts is an answer given part by part.
type parts []oracle.Part

func (p parts) Parts() []oracle.Part { return p }

// honest is the answer the law expects.
func honest(t testing.TB, c *oracle.Case) parts {
	t.Helper()
	exp, err := oracle.Expect(c)
	if err != nil {
		t.Error(err)
	}
	var p parts
	for _, part := range exp.Parts {
		p = append(p, part.Part)
	}
	return p
}

// with replaces the value of one part.
func (p parts) with(name string, value any) parts {
	out := append(parts(nil), p...)
	for i := range out {
		if out[i].Name == name {
			out[i].Value = value
		}
	}
	return out
}

type reply func(ctx context.Context, c *oracle.Case) (oracle.Output, error)

// scripted is an engine that gives what the law expects, except where its script says
// otherwise.
type scripted struct {
	t      testing.TB
	script map[string]reply
	config error

	mu    sync.Mutex
	asked map[string]int
}

func (e *scripted) Config(context.Context) (harness.Info, error) {
	return harness.Info{Name: "scripted", Version: "1"}, e.config
}

func (e *scripted) Answer(ctx context.Context, c *oracle.Case) (oracle.Output, error) {
	e.mu.Lock()
	if e.asked == nil {
		e.asked = map[string]int{}
	}
	e.asked[c.ID]++
	e.mu.Unlock()
	if r, ok := e.script[c.ID]; ok {
		return r(ctx, c)
	}
	return honest(e.t, c), nil
}

func (e *scripted) Close() error { return nil }

func always(out oracle.Output, err error) reply {
	return func(context.Context, *oracle.Case) (oracle.Output, error) { return out, err }
}
