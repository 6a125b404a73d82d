// Package examples holds no code: this test builds the example engines and holds them
// against the receipts, as a stranger would.
package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"rowproof/harness"
	"rowproof/harness/pipe"
	"rowproof/receipts"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// build compiles a source; without a compiler the test fails: the examples would go
// unproven.
func build(t *testing.T, source string, compiler ...string) string {
	t.Helper()
	if _, err := os.ReadFile(source); err != nil { // so that a cached result ends with a change of it
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "engine")
	for i, arg := range compiler {
		if arg == "OUT" {
			compiler[i] = program
		}
	}
	if text, err := exec.Command(compiler[0], compiler[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", compiler, err, text)
	}
	return program
}

func buildC(t *testing.T, flags ...string) string {
	t.Helper()
	return build(t, "engine-c/engine.c", append([]string{"cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", "OUT", "engine-c/engine.c"}, flags...)...)
}

// replay puts all receipts to a program, which must end well.
func replay(t *testing.T, program string) *harness.Summary {
	t.Helper()
	files, err := harness.LoadFS(receipts.FS, "receipts")
	if err != nil {
		t.Fatal(err)
	}
	e, err := pipe.Start(t.Context(), []string{program}, pipe.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := harness.Replay(t.Context(), e, files, harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if n := e.Restarts(); n != 0 {
		t.Errorf("%d restarts", n)
	}
	return s
}

const honestLine = "total 2864: 4 equal, 12 exceptions, 2848 unsupported, 0 differ"

func TestTheEngineInGo(t *testing.T) {
	s := replay(t, build(t, "engine-go/main.go", "go", "build", "-o", "OUT", "./engine-go"))
	if s.Line() != honestLine || s.Engine.Name != "example in Go" {
		t.Errorf("%s: got %s", s.Engine.Name, s.Line())
		shown(t, s)
	}
}

func TestTheEngineInC(t *testing.T) {
	s := replay(t, buildC(t))
	if s.Line() != honestLine || s.Engine.Name != "example in C" {
		t.Errorf("%s: got %s", s.Engine.Name, s.Line())
		shown(t, s)
	}
}

// TestTheWrongEngineInC is caught in every case with a broken row, in words that say
// what to do about it.
func TestTheWrongEngineInC(t *testing.T) {
	s := replay(t, buildC(t, "-DWRONG"))
	if want := "total 2864: 4 equal, 0 exceptions, 2848 unsupported, 12 differ"; s.Line() != want {
		t.Errorf("got %s", s.Line())
	}
	for _, v := range s.NotProven() {
		if v.Outcome != harness.Differ {
			continue
		}
		for _, word := range []string{"batched", "want", "seen", "NonFiniteLogitsError"} {
			if !strings.Contains(v.Problem(), word) {
				t.Errorf("%s: %q does not say %q", v.ID, v.Problem(), word)
			}
		}
	}
	shown(t, s)
}

// shown logs what a replay says of the cases that differ.
func shown(t *testing.T, s *harness.Summary) {
	t.Helper()
	for _, v := range s.NotProven() {
		if v.Outcome == harness.Differ {
			t.Logf("%s:%d: case %s: %s", v.File, v.Line, v.ID, v.Problem())
		}
	}
}
