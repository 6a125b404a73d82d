package steps

import (
	"io/fs"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

// isAssertion tells the steps that compare from those that prepare or ask.
func isAssertion(s step) bool {
	name := runtime.FuncForPC(reflect.ValueOf(s.method).Pointer()).Name()
	_, name, _ = strings.Cut(name, ").")
	return strings.HasPrefix(name, "then")
}

// notices runs a file of scenarios whose last step is wrong, each in another way,
// with the real vocabulary. Each must fail, at that step, and every comparing step
// of own must be among them: a step that cannot fail checks nothing.
func notices(t *testing.T, file string, own []step) {
	t.Helper()
	folder := os.DirFS("testdata/wrong")
	text, err := fs.ReadFile(folder, file)
	if err != nil {
		t.Fatal(err)
	}
	s := suite{"wrong", fstest.MapFS{file: {Data: text}}, allSteps}
	r, err := s.run(t.Context(), Options{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	last := lastSteps(t, s)
	refuted := map[string]bool{}
	for _, scenario := range r.Features[0].Scenarios {
		sentence := last[scenario.Name]
		if scenario.Outcome != Failed || !strings.Contains(scenario.Failure, ": "+sentence+": ") {
			t.Errorf("%s: %s, want failed at %q: %s", scenario.Name, scenario.Outcome, sentence, scenario.Failure)
		}
		if strings.Contains(scenario.Failure, ErrPanic.Error()) {
			t.Errorf("%s: %s", scenario.Name, scenario.Failure)
		}
		for _, s := range own {
			if s.pattern.MatchString(sentence) {
				refuted[s.pattern.String()] = true
			}
		}
	}
	for _, s := range own {
		if isAssertion(s) && !refuted[s.pattern.String()] {
			t.Errorf("no scenario of %s is wrong at %s", file, s.pattern)
		}
	}
}

// lastSteps are the last sentences of the scenarios by name.
func lastSteps(t *testing.T, s suite) map[string]string {
	t.Helper()
	last := map[string]string{}
	for _, f := range parse(t, s) {
		for _, p := range f.pickles {
			last[p.Name] = p.Steps[len(p.Steps)-1].Text
		}
	}
	return last
}
