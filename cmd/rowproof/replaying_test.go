package main

import (
	"testing"

	"rowproof/harness"
	"rowproof/harness/report"
)

func TestOnlyAProofExitsWithZero(t *testing.T) {
	passed := []report.Feature{{Scenarios: []report.Scenario{{Passed: true}}}}
	failed := []report.Feature{{Scenarios: []report.Scenario{{Passed: true}, {}}}}
	for _, tc := range []struct {
		name     string
		n        harness.Counts
		features []report.Feature
		want     int
	}{
		{"all equal", harness.Counts{Total: 2, Equal: 2}, nil, exitOK},
		{"some exceptions", harness.Counts{Total: 2, Equal: 1, Exceptions: 1}, passed, exitOK},
		{"one differs", harness.Counts{Total: 2, Equal: 1, Differ: 1}, passed, exitFailed},
		{"one differs, one unsupported", harness.Counts{Total: 2, Unsupported: 1, Differ: 1}, nil, exitFailed},
		{"a scenario failed", harness.Counts{Total: 2, Equal: 2}, failed, exitFailed},
		{"one unsupported", harness.Counts{Total: 2, Equal: 1, Unsupported: 1}, passed, exitNothing},
		{"exceptions alone", harness.Counts{Total: 2, Exceptions: 2}, passed, exitNothing},
		{"nothing asked", harness.Counts{}, passed, exitNothing},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := exitCode(new(program).judgement(&harness.Summary{Total: tc.n}, tc.features)); got != tc.want {
				t.Errorf("got %d, want %d", got, tc.want)
			}
		})
	}
}
