package numeric

import (
	"math"
	"testing"
)

func TestLogSumExp32OfInfiniteRows(t *testing.T) {
	for _, c := range []struct {
		x    []float32
		want float32
	}{{[]float32{-inf, -inf}, -inf}, {[]float32{1, inf}, inf}} {
		if got := LogSumExp32(c.x); got != c.want {
			t.Errorf("LogSumExp32(%v) = %v, want %v", c.x, got, c.want)
		}
	}
	if got := LogSumExp32([]float32{1, nan}); got == got {
		t.Errorf("NaN in the row gave %v", got)
	}
}

func TestSoftmax32AddsUpToOne(t *testing.T) {
	x := ramp(257)
	Softmax32(x, x)
	if s := Sum32(x); math.Abs(float64(s)-1) > 1e-5 {
		t.Errorf("sum %v", s)
	}
}

func TestLogSumExp32AllocatesNothing(t *testing.T) {
	x := ramp(5000)
	if n := testing.AllocsPerRun(20, func() { LogSumExp32(x) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
