package steps

import (
	"fmt"
	"path"
	"slices"

	"github.com/cucumber/godog"
)

// collect parses the features and lists their scenarios.
func (s suite) collect(names []string, progress func(done, total int)) (*collector, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("%w: no feature file", ErrNoScenarios)
	}
	parsed, err := godog.TestSuite{Options: &godog.Options{FS: s.files, Paths: names}}.RetrieveFeatures()
	if err != nil {
		return nil, err
	}
	c := &collector{folder: s.folder, progress: progress, scenarios: map[place]*scenarioLog{}}
	for _, f := range parsed {
		feature := Feature{Name: f.Feature.Name, File: path.Join(s.folder, f.Uri), Scenarios: make([]Scenario, len(f.Pickles))}
		for i, p := range f.Pickles {
			at := c.placeOf(p)
			feature.Scenarios[i] = Scenario{Name: p.Name, Line: at.line}
			c.scenarios[at] = &scenarioLog{out: &feature.Scenarios[i], steps: len(p.Steps)}
		}
		if line := unused(f.GherkinDocument, f.Pickles); line > 0 {
			return nil, fmt.Errorf("%w: %s:%d: an outline without examples", ErrNoScenarios, feature.File, line)
		}
		c.features = append(c.features, feature)
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == f.Uri })
	}
	if len(names) > 0 { // godog passes over a file without scenarios in silence
		return nil, fmt.Errorf("%w in %s", ErrNoScenarios, path.Join(s.folder, names[0]))
	}
	return c, nil
}

// unused is the line of a scenario that nothing will run, or 0: an outline whose
// examples are empty vanishes in silence.
func unused(doc *godog.GherkinDocument, all []*godog.Scenario) int {
	for _, child := range doc.Feature.Children {
		if child.Scenario != nil && !isUsed(child.Scenario.Id, all) {
			return int(child.Scenario.Location.Line)
		}
		if child.Rule == nil {
			continue
		}
		for _, child := range child.Rule.Children {
			if child.Scenario != nil && !isUsed(child.Scenario.Id, all) {
				return int(child.Scenario.Location.Line)
			}
		}
	}
	return 0
}

func isUsed(id string, all []*godog.Scenario) bool {
	return slices.ContainsFunc(all, func(s *godog.Scenario) bool { return slices.Contains(s.AstNodeIds, id) })
}
