package record

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

// TestReRecordingFindsTheExceptions: our engine differs from the recorded oracle in
// the declared exceptions, and in the bound route, whose refusal of a broken row is a
// bare FloatingPointError there (a replay takes that for the same refusal).
func TestReRecordingFindsTheExceptions(t *testing.T) {
	var files []*oracle.File
	for _, f := range shared {
		switch f.Header.Group {
		case oracle.GroupSparse, oracle.GroupBatched, oracle.GroupMixed, oracle.GroupNative, oracle.GroupGreedy, oracle.GroupPoint:
			files = append(files, f)
		}
	}
	r, err := Record(background, inprocess.New(), files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := Diff(files, r.Files)
	bare := 0
	for _, c := range d.Changed {
		if c.Problem == "" || c.Verdict.ID != c.ID {
			t.Errorf("%s: says nothing", c.ID)
		}
		if bytes.Contains(c.Verdict.Parts[0].Want, []byte(oracle.KindFloatingPoint)) {
			bare++
		}
	}
	summary, err := harness.Replay(background, inprocess.New(), files, harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(d.Changed)-bare, summary.Total.Exceptions; got != want || got != 79 || d.OK() {
		t.Errorf("%d changed, %d of them bare; %d exceptions", len(d.Changed), bare, want)
	}
	if same := Diff(shared, shared); !same.OK() || same.Same != 2864 {
		t.Error(same.Line())
	}
}

func TestDiffFindsWhatIsGoneNewAndOther(t *testing.T) {
	record := func(e func(context.Context, *oracle.Case) (oracle.Output, error), in []*oracle.File) []*oracle.File {
		r, err := Record(background, newPuppet(e), in, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Files
	}
	right := func(context.Context, *oracle.Case) (oracle.Output, error) { return nil, nil }
	in := some(t, 8, oracle.GroupNumeric)
	first := record(right, in)
	gone, lied, other := in[0].Cases[0].ID, in[0].Cases[1].ID, in[0].Cases[2].ID // exp64, exp64, exp32
	changed := some(t, 8, oracle.GroupNumeric)
	changed[0].Cases = changed[0].Cases[1:]
	changed[0].Cases[1].In.(*oracle.Float32sIn).F32[0]--
	added := *changed[0].Cases[0]
	added.ID = "new"
	changed[0].Cases = append(changed[0].Cases, &added)
	second := record(func(_ context.Context, c *oracle.Case) (oracle.Output, error) {
		if in, ok := c.In.(*oracle.Float64sIn); ok && c.ID == lied {
			return &oracle.Float64sOut{F64: in.F64}, nil
		}
		return nil, nil
	}, changed)
	d := Diff(first, second)
	if got, want := d.Line(), "total 9: 5 same, 2 changed, 1 missing, 1 added"; got != want {
		t.Fatalf("%s, want %s", got, want)
	}
	if d.Missing[0] != gone || d.Added[0] != "new" || d.Changed[0].ID != lied || d.Changed[1].ID != other {
		t.Errorf("%+v", d)
	}
	if p := d.Changed[0].Problem; !strings.Contains(p, "f64") {
		t.Errorf("%q", p)
	}
	if p := d.Changed[1].Problem; !strings.Contains(p, "inputs") {
		t.Errorf("%q", p)
	}
}
