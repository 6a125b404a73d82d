package cpu

import (
	"errors"
	"testing"

	"rowproof/engine/device"
)

func TestSliceSharesMemory(t *testing.T) {
	d := New()
	b := vector(t, d, []float32{1, 2, 3, 4})
	s := d.Begin()
	s.Copy(b.Slice(1, 3).Slice(1, 1), vector(t, d, []float32{7}), 1)
	run(t, s)
	sameBits(t, "buffer", read(t, d, b), []float32{1, 2, 7, 4})
}

func TestSliceOutsideThePiecePanics(t *testing.T) {
	b := vector(t, New(), []float32{1, 2, 3, 4}).Slice(0, 2)
	defer func() {
		if recover() == nil {
			t.Error("a slice reached what its buffer does not have")
		}
	}()
	b.Slice(1, 2)
}

func TestVectorIsACopy(t *testing.T) {
	d := New()
	values := []float32{1, 2}
	b := vector(t, d, values)
	values[0] = 9
	sameBits(t, "vector", read(t, d, b), []float32{1, 2})
}

func TestNegativeSizes(t *testing.T) {
	if _, err := New().Buffer(-1); !errors.Is(err, device.ErrShape) {
		t.Errorf("buffer: %v", err)
	}
	if _, err := New().State(-1); !errors.Is(err, device.ErrShape) {
		t.Errorf("state: %v", err)
	}
}

func TestStateGoesBack(t *testing.T) {
	d := New()
	s := stateOf(t, d, []float32{1, nan, 3})
	saved, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if saved.Len() != 3 {
		t.Errorf("a snapshot of %d values", saved.Len())
	}
	s.Reset()
	sameBits(t, "reset", read(t, d, s), make([]float32, 3))
	for range 2 { // a snapshot survives what becomes of the state it was restored to
		if err := s.Restore(saved); err != nil {
			t.Fatal(err)
		}
		sameBits(t, "restored", read(t, d, s), []float32{1, nan, 3})
		s.Reset()
	}
}

func TestRestoreRefusesOtherSnapshots(t *testing.T) {
	d := New()
	s := stateOf(t, d, []float32{1, 2})
	foreign, err := stateOf(t, New(), []float32{5, 6}).Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	longer, err := stateOf(t, d, []float32{5, 6, 7}).Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from device.Snapshot
		want error
	}{{foreign, device.ErrForeign}, {nil, device.ErrForeign}, {(*snapshot)(nil), device.ErrForeign}, {longer, device.ErrShape}} {
		if err := s.Restore(c.from); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
	sameBits(t, "state", read(t, d, s), []float32{1, 2})
}
