package harness_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/oracle"
)

func TestASummaryCountsByGroupAndByClass(t *testing.T) {
	e := &scripted{t: t, script: map[string]reply{batch: always(nil, harness.Unsupported("no batches")), ds4Draws: always(nil, nil)}}
	s := replay(t, e, fileOf(t, ds4Draws, refused, "native-invalid/s1/0002", greedy, batch), harness.Options{})

	groups := []harness.GroupCounts{
		{Group: oracle.GroupOrdinary, Counts: harness.Counts{Total: 1, Equal: 1}},
		{Group: oracle.GroupBatched, Counts: harness.Counts{Total: 1, Unsupported: 1}},
		{Group: oracle.GroupNative, Counts: harness.Counts{Total: 2, Exceptions: 2}},
		{Group: oracle.GroupDS4, Counts: harness.Counts{Total: 1, Differ: 1}},
	}
	if diff := cmp.Diff(groups, s.Groups); diff != "" {
		t.Error(diff)
	}
	var classes []oracle.Class
	for _, c := range s.Classes {
		classes = append(classes, c.Class)
		if c.Cases != 2 || c.Parts != 2 || !cmp.Equal(c.Groups, []string{oracle.GroupNative}) {
			t.Errorf("got %+v", c)
		}
	}
	want := []oracle.Class{oracle.ClassArgmax13295, oracle.ClassArgmax15371, oracle.ClassArgmax7577, oracle.ClassArgmax15339}
	if diff := cmp.Diff(want, classes); diff != "" {
		t.Error(diff)
	}
	if bad := s.NotProven(); len(bad) != 2 || bad[0].ID != ds4Draws || bad[1].ID != batch {
		t.Errorf("not proven: %v", bad)
	}
}

func TestClassesOfCasesThatDifferAreNotCounted(t *testing.T) {
	wrong := func(p parts) parts { return p.with("lazy", int64(5)) }
	e := &scripted{t: t}
	e.script = map[string]reply{refused: always(wrong(honest(t, fileOf(t, refused)[0].Cases[0])), nil)}
	s := replay(t, e, fileOf(t, refused), harness.Options{})
	if s.Total.Differ != 1 || len(s.Classes) != 0 {
		t.Errorf("got %+v, %v", s.Total, s.Classes)
	}
}

func TestClassCountsListEveryGroupOnce(t *testing.T) {
	s := replay(t, &scripted{t: t}, allFiles(t), harness.Options{})
	for _, c := range s.Classes {
		if c.Class != oracle.ClassArgmax15371 {
			continue
		}
		if diff := cmp.Diff([]string{oracle.GroupGreedy, oracle.GroupNative}, c.Groups); diff != "" {
			t.Error(diff)
		}
		if c.Cases != 48 || c.Parts <= c.Cases {
			t.Errorf("%d cases, %d parts", c.Cases, c.Parts)
		}
		return
	}
	t.Error("class not met")
}

// TestJoin counts what either replay has.
func TestJoin(t *testing.T) {
	a := harness.Summarize(harness.Info{Name: "it"}, []harness.Source{{File: "a"}}, []harness.Verdict{{Group: "x", Outcome: harness.Equal}, {Group: "x", Outcome: harness.Differ}}, nil)
	b := harness.Summarize(harness.Info{Name: "it"}, []harness.Source{{File: "b"}}, []harness.Verdict{{Group: "y", Outcome: harness.Exception, Classes: []oracle.Class{"c"}}, {Group: "y", Outcome: harness.NotSupported}},
		func(oracle.Class) string { return "why" })
	b.Stopped = true
	got := harness.Join(a, b)
	if want := "total 4: 1 equal, 1 exceptions, 1 unsupported, 1 differ"; got.Line() != want {
		t.Errorf("got %q, want %q", got.Line(), want)
	}
	if len(got.Sources) != 2 || len(got.Groups) != 2 || len(got.Classes) != 1 || len(got.Verdicts) != 4 || !got.Stopped || len(got.NotProven()) != 2 {
		t.Errorf("something is lost: %+v", got)
	}
}
