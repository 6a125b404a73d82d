package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/harness/report"
	"rowproof/oracle"
)

func TestADocumentHoldsWhatTheRunCameTo(t *testing.T) {
	d := document(t)
	if d.Schema != "rowproof-report/1" || d.Engine.Name != "parrot" || len(d.Receipts) != 2 {
		t.Errorf("got %+v", d)
	}
	if diff := cmp.Diff(report.Counts{Total: 6, Equal: 2, Exceptions: 1, Unsupported: 1, Differ: 2}, d.Totals); diff != "" {
		t.Error(diff)
	}
	groups := []report.Group{
		{Group: oracle.GroupNative, Counts: report.Counts{Total: 3, Exceptions: 1, Differ: 2}},
		{Group: oracle.GroupPoint, Counts: report.Counts{Total: 3, Equal: 2, Unsupported: 1}},
	}
	if diff := cmp.Diff(groups, d.Groups); diff != "" {
		t.Error(diff)
	}
	if len(d.Exceptions) != 4 {
		t.Errorf("%d exception classes", len(d.Exceptions))
	}
	for _, e := range d.Exceptions {
		if e.Reason == "" || e.Cases != 1 || e.Parts != 1 {
			t.Errorf("got %+v", e)
		}
	}
	if f := d.Features[0]; f.Passed != 1 || f.Failed != 1 || f.Scenarios[1].Outcome != "failed" {
		t.Errorf("got %+v", f)
	}
}

func TestADocumentNamesEveryCaseThatIsNotProvenWithItsParts(t *testing.T) {
	d := document(t)
	if len(d.NotProven) != 3 {
		t.Fatalf("%d cases", len(d.NotProven))
	}
	panicked, wrong, unsupported := d.NotProven[0], d.NotProven[1], d.NotProven[2]
	if panicked.Fault != harness.Panicked || len(panicked.Parts) != 0 || !strings.Contains(panicked.Message, "main_test.go") {
		t.Errorf("got %+v", panicked)
	}
	if unsupported.Outcome != harness.NotSupported || unsupported.Message != "no blocks" || !strings.Contains(unsupported.File, "point-mass") || unsupported.Line != 3 {
		t.Errorf("got %+v", unsupported)
	}
	if wrong.Outcome != harness.Differ || len(wrong.Parts) == 0 {
		t.Fatalf("got %+v", wrong)
	}
	for _, p := range wrong.Parts {
		if p.Want == nil || p.Seen == nil || string(p.Seen) != string(p.Recorded) {
			t.Errorf("got %s: want %s, seen %s, recorded %s", p.Name, p.Want, p.Seen, p.Recorded)
		}
	}
}

func TestTwoRunsThatCameToTheSameAreTheSameBytes(t *testing.T) {
	texts := make([]string, 2)
	for i := range texts {
		d := document(t)
		d.NotProven[0].Message = "" // of a panic: it holds a stack with addresses
		raw, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(raw)
	}
	if texts[0] != texts[1] {
		t.Error(cmp.Diff(texts[0], texts[1]))
	}
}
