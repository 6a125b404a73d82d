package cpu

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"rowproof/engine/device"
	"rowproof/engine/numeric"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	inf = float32(math.Inf(1))
	nan = float32(math.NaN())
)

// fataler is what *testing.T, *testing.B and *rapid.T have in common.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func vector(t fataler, d *Device, values []float32) device.Buffer {
	t.Helper()
	b, err := d.Vector(values)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func zeros(t fataler, d *Device, n int) device.Buffer {
	t.Helper()
	b, err := d.Buffer(n)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func stateOf(t fataler, d *Device, values []float32) device.State {
	t.Helper()
	s, err := d.State(len(values))
	if err != nil {
		t.Fatal(err)
	}
	step := d.Begin()
	step.Copy(s, vector(t, d, values), len(values))
	run(t, step)
	return s
}

func run(t fataler, s device.Step) {
	t.Helper()
	if err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func read(t fataler, d *Device, b device.Buffer) []float32 {
	t.Helper()
	out := make([]float32, b.Len())
	s := d.Begin()
	s.Read(out, b)
	run(t, s)
	return out
}

// encode rounds values to a dtype and returns their bytes and what they are now.
func encode(values []float32, dtype device.DType) ([]byte, []float32) {
	var out []byte
	rounded := make([]float32, len(values))
	for i, v := range values {
		switch dtype {
		case device.F32:
			rounded[i] = v
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		case device.BF16:
			h := numeric.F32ToBF16(v)
			rounded[i] = numeric.BF16ToF32(h)
			out = binary.LittleEndian.AppendUint16(out, h)
		case device.F16:
			h := numeric.F32ToF16(v)
			rounded[i] = numeric.F16ToF32(h)
			out = binary.LittleEndian.AppendUint16(out, h)
		}
	}
	return out, rounded
}

// shifted returns the same bytes at an odd address.
func shifted(b []byte) []byte { return append(make([]byte, 1, len(b)+1), b...)[1:] }

func matrixOf(t fataler, d *Device, values []float32, dtype device.DType, rows, cols int) (device.Matrix, []float32) {
	t.Helper()
	bytes, rounded := encode(values, dtype)
	m, err := d.Matrix(bytes, dtype, rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	return m, rounded
}

// numbers are n values between -2 and 2 from a seed: an inner loop of draws
// would be slow and would not shrink to anything readable.
func numbers(t *rapid.T, label string, n int) []float32 {
	return sequence(rapid.Uint64().Draw(t, label), n)
}

// sequence is splitmix64, scaled.
func sequence(seed uint64, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		out[i] = float32(int32(z>>40))/(1<<22) - 2
	}
	return out
}

// sameBits compares bit for bit; which NaN is not part of the contract.
func sameBits(t fataler, what string, got, want []float32) {
	t.Helper()
	g, w := bitsOf(got), bitsOf(want)
	if !slices.Equal(g, w) { // a diff of what is equal takes its time
		t.Fatalf("%s: %s", what, cmp.Diff(w, g))
	}
}

func bitsOf(x []float32) []uint32 {
	out := make([]uint32, len(x))
	for i, v := range x {
		out[i] = math.Float32bits(v)
		if v != v {
			out[i] = 0x7fc00000
		}
	}
	return out
}

// near fails where a value is further than bound*scale from the reference.
func near(t fataler, what string, got []float32, want, scale []float64, bound float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i, w := range want {
		if e := math.Abs(float64(got[i]) - w); !(e <= bound*scale[i]) {
			t.Fatalf("%s[%d] = %v, want %v: off by %g, allowed %g", what, i, got[i], w, e, bound*scale[i])
		}
	}
}

// wantNaN fails where a value is NaN and should not be, or the other way round.
func wantNaN(t fataler, what string, got []float32, want func(i int) bool) {
	t.Helper()
	for i, v := range got {
		if (v != v) != want(i) {
			t.Fatalf("%s[%d] = %v, NaN expected: %v", what, i, v, want(i))
		}
	}
}
