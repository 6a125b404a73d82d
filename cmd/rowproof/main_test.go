package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

// TestMain lets the scripts run rowproof, and rowproof with engines that misbehave.
func TestMain(m *testing.M) {
	with := func(answer answerFunc) func() {
		return func() { os.Exit(newProgram(misbehaving{inprocess.New(), answer}).run(os.Args[1:])) }
	}
	testscript.Main(m, map[string]func(){
		"rowproof":             main,
		"rowproof-wrong":       with(wrongToken),
		"rowproof-shy":         with(shy),
		"rowproof-interrupted": with(interrupted),
		"stand-in-oracle":      standIn,
	})
}

type answerFunc func(ctx context.Context, e harness.Engine, c *oracle.Case) (oracle.Output, error)

// misbehaving is our engine with another way to answer.
type misbehaving struct {
	harness.Engine
	answer answerFunc
}

func (m misbehaving) Answer(ctx context.Context, c *oracle.Case) (oracle.Output, error) {
	return m.answer(ctx, m.Engine, c)
}

// wrongToken gives the token beside the right one in the DS4 family.
func wrongToken(ctx context.Context, e harness.Engine, c *oracle.Case) (oracle.Output, error) {
	out, err := e.Answer(ctx, c)
	if ds4, ok := out.(*oracle.DS4Out); ok {
		ds4.Draws[1].Token++
	}
	return out, err
}

// shy does not know the DS4 family.
func shy(ctx context.Context, e harness.Engine, c *oracle.Case) (oracle.Output, error) {
	if c.Group == oracle.GroupDS4 {
		return nil, harness.Unsupported("only Qwen here")
	}
	return e.Answer(ctx, c)
}

// interrupted is interrupted from outside while it answers, once: the second interrupt
// would kill it.
func interrupted(ctx context.Context, _ harness.Engine, _ *oracle.Case) (oracle.Output, error) {
	if err := interrupt(); err != nil {
		return nil, err
	}
	<-ctx.Done()
	return nil, ctx.Err()
}

var interrupt = sync.OnceValue(func() error { return syscall.Kill(os.Getpid(), syscall.SIGINT) })

func TestScripts(t *testing.T) {
	receipts, err := filepath.Abs("../../receipts")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("RECEIPTS", receipts)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %s", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"first":  first,
			"swap":   swap,
			"closes": closes,
			"locked": locked,
			"serves": serves,
			"asks":   asks,
			"stops":  stops,
		},
	})
}

// exits CODE COMMAND... runs a command that must end with that exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	got := 0
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// first N SOURCE FILE copies the first N lines of a file.
func first(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: first N SOURCE FILE")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	lines := strings.SplitAfter(ts.ReadFile(args[1]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Join(lines[:n], "")), 0o644))
}

// swap OLD NEW FILE replaces the first OLD in a file, which must hold one.
func swap(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: swap OLD NEW FILE")
	}
	text := ts.ReadFile(args[2])
	if !strings.Contains(text, args[0]) {
		ts.Fatalf("%s does not hold %q", args[2], args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Replace(text, args[0], args[1], 1)), 0o644))
}

// locked DIR keeps a store open until the script ends.
func locked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: locked DIR")
	}
	s, err := checkpoint.Open(ts.MkAbs(args[0]), checkpoint.Options{FS: disk.Real{}, Clock: time.Now})
	ts.Check(err)
	ts.Defer(func() { ts.Check(s.Close()) })
}

// closes LINE proves that standard output ends with that line and holds one closing
// line only.
func closes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: closes LINE")
	}
	out := ts.ReadFile("stdout")
	if !strings.HasSuffix(out, "\n"+args[0]+"\n") && out != args[0]+"\n" {
		ts.Fatalf("standard output does not end with %q", args[0])
	}
	if n := strings.Count(out, "\ntotal "); n > 1 {
		ts.Fatalf("%d closing lines", n)
	}
}
