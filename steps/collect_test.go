package steps

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// outline has a scenario that runs and one that never will.
const outline = `Feature: f
  Scenario: s
    Given a step that passes

  Rule: r
    Scenario Outline: o
      Given a step that <x>

      Examples:
        | x |
`

// TestNoScenariosIsAnError: godog says success where there is nothing to run.
func TestNoScenariosIsAnError(t *testing.T) {
	passing := &fstest.MapFile{Data: []byte("Feature: f\n  Scenario: s\n    Given a step that passes\n")}
	for name, files := range map[string]fs.FS{
		"an empty folder":               fstest.MapFS{},
		"no feature in the folder":      fstest.MapFS{"readme.md": {}},
		"an empty file":                 fstest.MapFS{"a.feature": {}, "b.feature": passing},
		"a feature without a scenario":  fstest.MapFS{"a.feature": {Data: []byte("Feature: nothing\n")}, "b.feature": passing},
		"an outline without an example": fstest.MapFS{"a.feature": {Data: []byte(outline)}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := runCanary(t, files)
			if !errors.Is(err, ErrNoScenarios) {
				t.Errorf("%+v %v", r, err)
			}
		})
	}
}

func TestAFileThatIsNoGherkinIsAnError(t *testing.T) {
	_, err := runCanary(t, fstest.MapFS{"a.feature": {Data: []byte("Given nothing\n")}})
	if err == nil || !strings.Contains(err.Error(), "a.feature") {
		t.Error(err)
	}
}
