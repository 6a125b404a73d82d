package record

import (
	"context"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"rowproof/harness"
	"rowproof/harness/fresh"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
	"rowproof/receipts"
)

var shared []*oracle.File

func TestMain(m *testing.M) {
	files, err := harness.LoadFS(receipts.FS, ".")
	if err != nil {
		panic(err)
	}
	shared = files
	if code := m.Run(); code != 0 {
		os.Exit(code)
	}
	if err := goleak.Find(); err != nil {
		panic(err)
	}
}

// puppet answers as it is told, and as this binary's engine where it is not.
type puppet struct {
	harness.Engine
	answer func(ctx context.Context, c *oracle.Case) (oracle.Output, error)
}

func newPuppet(answer func(ctx context.Context, c *oracle.Case) (oracle.Output, error)) harness.Engine {
	return puppet{inprocess.New(), answer}
}

func (p puppet) Answer(ctx context.Context, c *oracle.Case) (oracle.Output, error) {
	if out, err := p.answer(ctx, c); out != nil || err != nil {
		return out, err
	}
	return p.Engine.Answer(ctx, c)
}

// some makes a few cases.
func some(t *testing.T, count int, groups ...string) []*oracle.File {
	t.Helper()
	files, err := fresh.Generate(1, count, groups)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// names lists a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return fmt.Sprint(out)
}
