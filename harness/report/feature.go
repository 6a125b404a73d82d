package report

import "time"

// Feature is what became of one Gherkin feature.
type Feature struct {
	Name      string
	File      string
	Scenarios []Scenario
}

// Scenario is what became of one scenario.
type Scenario struct {
	Name    string
	Passed  bool
	Message string // why it failed; "" when it passed
	Elapsed time.Duration
}

// Failed counts the scenarios that failed.
func (f *Feature) Failed() int {
	n := 0
	for _, s := range f.Scenarios {
		if !s.Passed {
			n++
		}
	}
	return n
}
