//go:build forgetsnothing

package steps

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"rowproof/features"
)

// TestWhatFails tells the scenarios of some features that do not pass.
func TestWhatFails(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range strings.Fields(os.Getenv("FEATURES")) {
		text, err := features.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	r, err := suite{"", files, allSteps}.run(t.Context(), Options{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Features {
		for _, s := range f.Scenarios {
			if s.Outcome != Passed {
				t.Errorf("not passed: %s: %s", f.File, s.Name)
			}
		}
	}
}
