package explain_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"rowproof/harness"
	"rowproof/harness/explain"
	"rowproof/oracle"
	"rowproof/receipts"
)

var builtIn = sync.OnceValues(func() ([]*oracle.File, error) { return harness.LoadFS(receipts.FS, "receipts") })

func allFiles(t *testing.T) []*oracle.File {
	t.Helper()
	files, err := builtIn()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func find(t *testing.T, id string) *oracle.Case {
	t.Helper()
	c, err := harness.Find(allFiles(t), id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// parrot answers with the record, so that declared exceptions differ.
type parrot struct{ err error }

func (parrot) Config(context.Context) (harness.Info, error) { return harness.Info{}, nil }

func (p parrot) Answer(_ context.Context, c *oracle.Case) (oracle.Output, error) { return c.Out, p.err }

func (parrot) Close() error { return nil }

func explained(t *testing.T, id string, e harness.Engine, o explain.Options) string {
	t.Helper()
	c := find(t, id)
	v, err := harness.Ask(t.Context(), e, c)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := explain.Write(&b, c, v, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
