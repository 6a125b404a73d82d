package steps

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness/report"
)

var mixedResult = Result{Seed: 7, Features: []Feature{{
	Name: "f", File: "features/f.feature",
	Scenarios: []Scenario{
		{Name: "good", Line: 2, Outcome: Passed, Duration: time.Second},
		{Name: "bad", Line: 4, Outcome: Failed, Failure: "features/f.feature:4: a step: why"},
		{Name: "new", Line: 6, Outcome: Undefined, Failure: "x"},
		{Name: "later", Line: 8, Outcome: Pending, Failure: "y"},
	},
}}}

func TestCounts(t *testing.T) {
	want := Counts{Total: 4, Passed: 1, Failed: 1, Undefined: 1, Pending: 1}
	if d := cmp.Diff(want, mixedResult.Counts()); d != "" {
		t.Error(d)
	}
}

func TestOnlyAllPassedIsOK(t *testing.T) {
	good := Result{Features: []Feature{{Scenarios: []Scenario{{Outcome: Passed}}}}}
	if !good.OK() || mixedResult.OK() || (Result{}).OK() {
		t.Error("OK")
	}
}

func TestReport(t *testing.T) {
	want := []report.Feature{{Name: "f", File: "features/f.feature", Scenarios: []report.Scenario{
		{Name: "good", Passed: true, Elapsed: time.Second},
		{Name: "bad", Message: "failed: features/f.feature:4: a step: why (order seed 7)"},
		{Name: "new", Message: "undefined: x (order seed 7)"},
		{Name: "later", Message: "pending: y (order seed 7)"},
	}}}
	if d := cmp.Diff(want, mixedResult.Report()); d != "" {
		t.Error(d)
	}
}
