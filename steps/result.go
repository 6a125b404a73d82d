package steps

import (
	"fmt"
	"time"

	"rowproof/harness/report"
)

// Outcome is what became of a scenario.
type Outcome string

// The outcomes: a closed list. Only the first is good.
const (
	Passed    Outcome = "passed"
	Failed    Outcome = "failed"    // a step failed, panicked or outlived the deadline
	Undefined Outcome = "undefined" // a step that nothing binds, or no step at all
	Pending   Outcome = "pending"   // a step that is bound but not written, or was skipped
)

// Scenario is what became of one scenario, or of one example of an outline.
type Scenario struct {
	Name     string
	Line     int // in the feature file
	Outcome  Outcome
	Duration time.Duration
	Failure  string // where and why it did not pass; "" if it passed
}

// Feature is what became of the scenarios of one file, in its order.
type Feature struct {
	Name      string
	File      string
	Scenarios []Scenario
}

// Result is what a run came to.
type Result struct {
	Seed     int64 // gives the same order again
	Features []Feature
}

// Counts are scenarios by outcome.
type Counts struct {
	Total, Passed, Failed, Undefined, Pending int
}

// Counts adds the scenarios up.
func (r Result) Counts() Counts {
	var n Counts
	for _, f := range r.Features {
		for _, s := range f.Scenarios {
			n.Total++
			switch s.Outcome {
			case Passed:
				n.Passed++
			case Failed:
				n.Failed++
			case Undefined:
				n.Undefined++
			case Pending:
				n.Pending++
			}
		}
	}
	return n
}

// OK reports whether there are scenarios and all of them passed.
func (r Result) OK() bool {
	n := r.Counts()
	return n.Total > 0 && n.Passed == n.Total
}

// Report is the result in the form that reports are written from. A message
// tells the seed, because a failure may depend on the order.
func (r Result) Report() []report.Feature {
	var out []report.Feature
	for _, f := range r.Features {
		feature := report.Feature{Name: f.Name, File: f.File}
		for _, s := range f.Scenarios {
			scenario := report.Scenario{Name: s.Name, Passed: s.Outcome == Passed, Elapsed: s.Duration}
			if !scenario.Passed {
				scenario.Message = fmt.Sprintf("%s: %s (order seed %d)", s.Outcome, s.Failure, r.Seed)
			}
			feature.Scenarios = append(feature.Scenarios, scenario)
		}
		out = append(out, feature)
	}
	return out
}
