package cpu

import (
	"math"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/device"
)

func matMul(t fataler, d *Device, w device.Matrix, src []float32, rows int) []float32 {
	t.Helper()
	dst := vector(t, d, fill(rows*w.Rows()))
	s := d.Begin()
	s.MatMul(dst, vector(t, d, src), w, rows)
	run(t, s)
	return read(t, d, dst)
}

// fill is what a destination holds before: it must not be read.
func fill(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = nan
	}
	return x
}

func TestMatMul(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := New()
		rows, cols, n := rapid.IntRange(1, 40).Draw(t, "rows"), rapid.IntRange(1, 90).Draw(t, "cols"), rapid.IntRange(0, 5).Draw(t, "n")
		dtype := rapid.SampledFrom(dtypes).Draw(t, "dtype")
		w, weights := matrixOf(t, d, numbers(t, "w", rows*cols), dtype, rows, cols)
		src := numbers(t, "src", n*cols)
		got := matMul(t, d, w, src, n)
		want, scale := make([]float64, n*rows), make([]float64, n*rows)
		for i := range want {
			r, o := i/rows, i%rows
			for c := range cols {
				p := float64(src[r*cols+c]) * float64(weights[o*cols+c])
				want[i] += p
				scale[i] += math.Abs(p)
			}
		}
		near(t, dtype.String(), got, want, scale, float64(cols/8+5)*0x1p-24)
	})
}

// TestMatMulBitsDependOnNothingElse: not on the rows of the step, the number of
// cores or where the weights lie. The width makes the batch, but not a single
// row, large enough to be shared.
func TestMatMulBitsDependOnNothingElse(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const rows, cols, n = 1003, 131, 9
	d := New()
	src := sequence(1, n*cols)
	for _, dtype := range dtypes {
		bytes, _ := encode(sequence(2, rows*cols), dtype)
		w, err := d.Matrix(bytes, dtype, rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		odd, err := d.Matrix(shifted(bytes), dtype, rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		var want []float32
		for r := range n {
			want = append(want, matMul(t, d, w, src[r*cols:(r+1)*cols], 1)...)
		}
		for _, cores := range []int{1, 2, 3, 16} {
			runtime.GOMAXPROCS(cores)
			sameBits(t, "batch", matMul(t, d, w, src, n), want)
			sameBits(t, "odd address", matMul(t, d, odd, src, n), want)
		}
	}
}

func TestMatMulNaNReachesWhatDependsOnIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := New()
		const rows, cols, n = 11, 21, 6
		weights, src := make([]float32, rows*cols), numbers(t, "src", n*cols) // zeros must not hide a NaN
		r, o := rapid.IntRange(0, n-1).Draw(t, "row"), rapid.IntRange(0, rows-1).Draw(t, "output")
		src[r*cols+rapid.IntRange(0, cols-1).Draw(t, "in src")] = rapid.SampledFrom([]float32{nan, inf, -inf}).Draw(t, "value")
		weights[o*cols+rapid.IntRange(0, cols-1).Draw(t, "in w")] = nan
		w, _ := matrixOf(t, d, weights, rapid.SampledFrom(dtypes).Draw(t, "dtype"), rows, cols)
		wantNaN(t, "dst", matMul(t, d, w, src, n), func(i int) bool { return i/rows == r || i%rows == o })
	})
}

func TestMatMulInfinityStaysOne(t *testing.T) {
	d := New()
	w, _ := matrixOf(t, d, []float32{1, 2, 1, -2}, device.BF16, 2, 2)
	sameBits(t, "dst", matMul(t, d, w, []float32{1, inf}, 1), []float32{inf, -inf})
}
