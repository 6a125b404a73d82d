package harness_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/oracle"
)

func TestRawVectorsAreComparedNumberByNumber(t *testing.T) {
	p := harness.PartVerdict{
		Name: "f64",
		Want: oracle.Canonical(oracle.Raw64{1, 2}),
		Seen: oracle.Canonical(oracle.Raw64{1, 2.0000000000000004}),
	}
	want := []harness.Difference{{Path: "[1]", Want: "2", Seen: "2.0000000000000004", Distance: "1 ulp"}}
	if diff := cmp.Diff(want, p.Differences()); diff != "" {
		t.Error(diff)
	}
	if got := p.Readable(p.Want); got != "[1, 2]" {
		t.Errorf("got %s", got)
	}
}

func TestRawFloat32(t *testing.T) {
	p := harness.PartVerdict{Name: "f32", Want: oracle.Canonical(oracle.Raw32{0.5}), Seen: oracle.Canonical(oracle.Raw32{0.25})}
	want := []harness.Difference{{Want: "0.5", Seen: "0.25", Distance: "8388608 ulp"}}
	if diff := cmp.Diff(want, p.Differences()); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsNoRawVectorStaysAsItIs(t *testing.T) {
	for _, raw := range []string{`"not base64!"`, `"AAAA"`, `3`} {
		p := harness.PartVerdict{Name: "f64", Want: json.RawMessage(raw), Seen: json.RawMessage(`"x"`)}
		if got := p.Differences(); len(got) != 1 || got[0].Want != raw {
			t.Errorf("%s: got %v", raw, got)
		}
	}
}
