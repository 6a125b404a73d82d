package report_test

import (
	"context"
	"testing"
	"time"

	"rowproof/harness"
	"rowproof/harness/report"
	"rowproof/oracle"
	"rowproof/receipts"
)

// engine answers with the record where wrong does not say otherwise, so declared
// exceptions differ.
type engine struct {
	wrong map[string]func() (oracle.Output, error)
}

func (engine) Config(context.Context) (harness.Info, error) {
	return harness.Info{Name: "parrot", Version: "0.1"}, nil
}

func (e engine) Answer(_ context.Context, c *oracle.Case) (oracle.Output, error) {
	if answer, ok := e.wrong[c.ID]; ok {
		return answer()
	}
	return c.Out, nil
}

func (engine) Close() error { return nil }

// lawful gives the parts that the law expects.
type lawful []oracle.ExpectedPart

func (l lawful) Parts() []oracle.Part {
	var parts []oracle.Part
	for _, p := range l {
		parts = append(parts, p.Part)
	}
	return parts
}

// summary is a replay of five cases of point-mass and native-invalid in which every
// outcome is met: equal, an exception, unsupported, a wrong answer, a panic.
func summary(t *testing.T) *harness.Summary {
	t.Helper()
	var files []*oracle.File
	for _, name := range []string{"rows/native-invalid.jsonl", "rows/point-mass.jsonl"} {
		f, err := oracle.ReadFile(receipts.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		f.Cases = f.Cases[:3]
		files = append(files, f)
	}
	broken := files[0].Cases[1]
	exp, err := oracle.Expect(broken)
	if err != nil {
		t.Fatal(err)
	}
	e := engine{map[string]func() (oracle.Output, error){
		files[0].Cases[0].ID: func() (oracle.Output, error) { panic("no \x00 <stack> & \xff") },
		broken.ID:            func() (oracle.Output, error) { return lawful(exp.Parts), nil },
		files[1].Cases[1].ID: func() (oracle.Output, error) { return nil, harness.Unsupported("no blocks") },
	}}
	s, err := harness.Replay(t.Context(), e, files, harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "total 6: 2 equal, 1 exceptions, 1 unsupported, 2 differ"
	if s.Line() != want {
		t.Fatalf("got %q, want %q", s.Line(), want)
	}
	return s
}

func features() []report.Feature {
	return []report.Feature{
		{Name: "Greedy", File: "features/greedy.feature", Scenarios: []report.Scenario{
			{Name: "the lowest id wins", Passed: true, Elapsed: 2 * time.Millisecond},
			{Name: "a NaN is refused", Message: "want an error\nseen token 0", Elapsed: time.Millisecond},
		}},
		{Name: "Masks", File: "features/masks.feature", Scenarios: []report.Scenario{{Name: "a mask is legal", Passed: true}}},
	}
}

func document(t *testing.T) *report.Document {
	t.Helper()
	env := report.Environment{Go: "go1.26", OS: "linux", Arch: "amd64", SIMD: "portable"}
	return report.New(report.Tool{Name: "rowproof", Version: "test"}, env, summary(t), features())
}
