package fresh

import (
	"testing"

	"rowproof/oracle"
)

// TestRowsAreOfTheirKind: what the kinds promise about a census, at every width and
// in every format.
func TestRowsAreOfTheirKind(t *testing.T) {
	broken := map[string]bool{
		"nan_one": true, "nan_first": true, "nan_last": true, "posinf_one": true, "posinf_multi": true,
		"all_neginf": true, "nan_posinf": true, "nan_masked": true,
	}
	for _, kind := range oracle.RowKinds() {
		for _, dt := range formats {
			for _, n := range []int{1, 2, 4, 65, 257} {
				r := newStream(uint64(n), kind, 0).row(kind, n, dt)
				if r.Width() != n || r.DType != dt {
					t.Errorf("%s %s %d: width %d, format %s", kind, dt, n, r.Width(), r.DType)
				}
				_, _, is := r.Census()
				mayOverflow := kind == "overflow16" && dt == oracle.F16
				if is != broken[kind] && !mayOverflow {
					t.Errorf("%s %s %d: broken %t", kind, dt, n, is)
				}
			}
		}
	}
	if r := newStream(1, "", 0).row("nan_first", 5, oracle.BF16); r.Value(0) == r.Value(0) {
		t.Error("nan_first does not begin with NaN")
	}
	if r := newStream(1, "", 0).row("subnormals", 500, oracle.F16); r.U16[0]&0x7c00 != 0 || r.U16[0]&0x3ff == 0 {
		t.Errorf("%04x is no subnormal", r.U16[0])
	}
	overflows := false
	r := newStream(1, "", 0).row("overflow16", 500, oracle.F16)
	for i := range 500 {
		overflows = overflows || r.Value(i) == inf
	}
	if !overflows {
		t.Error("overflow16 does not overflow in float16")
	}
}
