package logits

import (
	"errors"
	"testing"

	"rowproof/engine/numeric"
)

func rowsOfEachDType(values ...float32) []Row {
	bf, half := make([]uint16, len(values)), make([]uint16, len(values))
	for i, v := range values {
		bf[i], half[i] = numeric.F32ToBF16(v), numeric.F32ToF16(v)
	}
	return []Row{F32(values), BF16(bf), F16(half)}
}

func TestMaskLeavesOnlyTheAllowed(t *testing.T) {
	for _, row := range rowsOfEachDType(9, 1, 5, 2) {
		masked, err := Mask(row, []bool{false, true, false, true})
		if err != nil {
			t.Fatal(err)
		}
		if got := must(t, masked, nil, Greedy).Argmax(); got != 3 {
			t.Errorf("%v: argmax %d, want 3", row.dtype, got)
		}
		if got := must(t, row, nil, Greedy).Argmax(); got != 0 {
			t.Errorf("%v: the row itself was masked", row.dtype)
		}
		nothing, err := Mask(row, make([]bool, 4))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := refused(t, nothing, nil, Greedy), (NumericalError{Where: WhereGreedy, Inf: 4, Width: 4}); got != want {
			t.Errorf("%v: nothing allowed: %+v, want %+v", row.dtype, got, want)
		}
	}
}

func TestMaskHidesNoFault(t *testing.T) {
	for _, fault := range []float32{nan, inf} {
		for _, row := range rowsOfEachDType(1, fault) {
			masked, err := Mask(row, []bool{true, false})
			if err != nil {
				t.Fatal(err)
			}
			refused(t, masked, nil, TopK)
		}
	}
}

func TestMaskOfAnotherWidthIsRefused(t *testing.T) {
	for _, n := range []int{0, 1, 3} {
		if _, err := Mask(F32([]float32{1, 2}), make([]bool, n)); !errors.Is(err, ErrMask) {
			t.Errorf("%d entries: %v, want ErrMask", n, err)
		}
	}
}
