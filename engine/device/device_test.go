package device

import "testing"

func TestDType(t *testing.T) {
	for d, want := range map[DType]struct {
		size int
		name string
	}{F32: {4, "float32"}, BF16: {2, "bfloat16"}, F16: {2, "float16"}} {
		if d.Size() != want.size || d.String() != want.name {
			t.Errorf("%v of %d bytes, want %s of %d", d, d.Size(), want.name, want.size)
		}
	}
	if got := DType(7).String(); got != "unknown dtype" {
		t.Errorf("a dtype nobody knows is %q", got)
	}
}

// TestDeltaSizes: the tiny model's, and unequal widths.
func TestDeltaSizes(t *testing.T) {
	for _, c := range []struct {
		shape           Delta
		channels, state int
	}{
		{Delta{KeyHeads: 2, ValueHeads: 4, KeyWidth: 32, ValueWidth: 32}, 256, 4096},
		{Delta{KeyHeads: 2, ValueHeads: 6, KeyWidth: 5, ValueWidth: 3}, 38, 90},
	} {
		if c.shape.Channels() != c.channels || c.shape.StateLen() != c.state {
			t.Errorf("%+v: %d channels, state of %d, want %d and %d", c.shape, c.shape.Channels(), c.shape.StateLen(), c.channels, c.state)
		}
	}
}
