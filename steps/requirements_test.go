package steps

import (
	"slices"
	"strings"
	"testing"

	"github.com/cucumber/godog"

	"rowproof/features"
)

type parsedFeature struct {
	name    string
	doc     *godog.GherkinDocument
	pickles []*godog.Scenario
}

func parse(t *testing.T, s suite) []parsedFeature {
	t.Helper()
	names := featureNames(t, s)
	found, err := godog.TestSuite{Options: &godog.Options{FS: s.files, Paths: names}}.RetrieveFeatures()
	if err != nil {
		t.Fatal(err)
	}
	var out []parsedFeature
	for _, f := range found {
		out = append(out, parsedFeature{f.Uri, f.GherkinDocument, f.Pickles})
	}
	return out
}

func featureNames(t *testing.T, s suite) []string {
	t.Helper()
	names, err := s.names()
	if err != nil {
		t.Fatal(err)
	}
	return names
}

var requirements = suite{"features", features.FS, allSteps}

// TestEveryScenarioStatesItsRequirement: a failure must say what is required, in
// words, and which scenario it was.
func TestEveryScenarioStatesItsRequirement(t *testing.T) {
	for _, f := range parse(t, requirements) {
		feature := f.doc.Feature
		if strings.TrimSpace(feature.Description) == "" {
			t.Errorf("%s says nothing about itself", f.name)
		}
		for _, child := range feature.Children {
			if s := child.Scenario; s != nil && strings.TrimSpace(s.Description) == "" {
				t.Errorf("%s:%d: no requirement", f.name, s.Location.Line)
			}
			if child.Rule == nil {
				continue
			}
			for _, child := range child.Rule.Children {
				if s := child.Scenario; s != nil && strings.TrimSpace(s.Description) == "" {
					t.Errorf("%s:%d: no requirement", f.name, s.Location.Line)
				}
			}
		}
		var names []string
		for _, p := range f.pickles {
			names = append(names, p.Name)
		}
		slices.Sort(names)
		for i := 1; i < len(names); i++ {
			if names[i] == names[i-1] {
				t.Errorf("%s: two scenarios are called %q", f.name, names[i])
			}
		}
	}
}

// TestEverySentenceIsUsed keeps the vocabulary as small as the features need it.
func TestEverySentenceIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, f := range parse(t, requirements) {
		for _, p := range f.pickles {
			for _, st := range p.Steps {
				for _, s := range allSteps {
					if s.pattern.MatchString(st.Text) {
						used[s.pattern.String()] = true
					}
				}
			}
		}
	}
	for _, s := range allSteps {
		if !used[s.pattern.String()] {
			t.Errorf("no feature says %s", s.pattern)
		}
	}
}
