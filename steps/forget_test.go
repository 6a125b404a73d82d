//go:build !forgetsnothing

package steps

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// forgetful are the features with scenarios that something must be forgotten in, and
// the names of those.
func forgetful(t *testing.T) (files, names []string) {
	t.Helper()
	for _, f := range parse(t, requirements) {
		for _, p := range f.pickles {
			for _, tag := range p.Tags {
				if tag.Name == "@forget" {
					files, names = append(files, f.name), append(names, f.name+": "+p.Name)
				}
			}
		}
	}
	return slices.Compact(files), names
}

// TestABuildThatForgetsNothingIsRed: every scenario that says that something must be
// gone fails there, and no other one.
func TestABuildThatForgetsNothingIsRed(t *testing.T) {
	files, want := forgetful(t)
	if len(want) < 35 {
		t.Errorf("only %d scenarios need Forget", len(want))
	}
	run := exec.Command("go", "test", "-tags", "forgetsnothing", "-count", "1", "-run", "^TestWhatFails$", ".")
	run.Env = append(run.Environ(), "FEATURES="+strings.Join(files, " "))
	output, err := run.CombinedOutput()
	if err == nil {
		t.Fatalf("all of it passes:\n%s", output)
	}
	var seen []string
	for line := range strings.Lines(string(output)) {
		if _, name, ok := strings.Cut(strings.TrimSpace(line), "not passed: "); ok {
			seen = append(seen, name)
		}
	}
	slices.Sort(seen)
	slices.Sort(want)
	for _, name := range want {
		if !slices.Contains(seen, name) {
			t.Errorf("passes although nothing is forgotten: %s", name)
		}
	}
	for _, name := range seen {
		if !slices.Contains(want, name) {
			t.Errorf("fails and is not marked: %s", name)
		}
	}
	if len(seen) == 0 {
		t.Errorf("it said\n%s", output)
	}
}
