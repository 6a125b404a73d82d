package diagnostic

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/rng/mlx"
)

// From the receipts keyed-lazy/s1/0268, 0280, 0292, 0304, 0316 and 0328.
func TestLazySampleAsRecorded(t *testing.T) {
	for _, c := range []struct {
		name   string
		row    []float32
		config Config
		seed   uint64
		want   int
	}{
		{"plain", floats(0x4096849f, 0xbf8f0868, 0xc103c724, 0xc0f0dcec), Config{0.6, 1, 3}, 9027465514771722064, 0},
		{"NaN", floats(0xbee9d24e, 0x3d50d640, 0xbe087d36, 0x7fc00000), Config{0.7, 0.95, 3}, 362662862034914398, Invalid},
		{"subnormal", floats(0x8005d23c, 0x8004df08, 0x003afcb2, 0x003bfcca), Config{0.6, 0.95, 3}, 17366266550324161520, 2},
		{"all equal", floats(0x447a0000, 0x447a0000, 0x447a0000, 0x447a0000), Config{0.7, 0.1, 3}, 3655604173853153860, 0},
		{"all -Inf", floats(0xff800000, 0xff800000, 0xff800000, 0xff800000), Config{0.6, 0.1, 3}, 11013732930097751207, Invalid},
		{"nucleus", floats(0xc094080a, 0xbf9df9e2, 0x40892341, 0xc0f63567), Config{0.7, 0.1, 3}, 14524882393499644731, 2},
	} {
		got, err := LazySample(c.row, c.config, mlx.NewKey(c.seed))
		if err != nil || got != c.want {
			t.Errorf("%s: token %d, error %v, want %d", c.name, got, err, c.want)
		}
	}
}

func TestLazySampleRefusesTopK(t *testing.T) {
	if token, err := LazySample([]float32{1, 2}, Config{Temperature: 1}, mlx.NewKey(1)); !errors.Is(err, ErrTopK) || token != Invalid {
		t.Errorf("token %d, error %v", token, err)
	}
}

func TestLazySampleIsInvalidExactlyOnBrokenRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(
			rapid.Float32Range(-30, 30),
			rapid.SampledFrom([]float32{nan, posInf, negInf, negInf}),
		)
		row := rapid.SliceOfN(value, 1, 30).Draw(t, "row")
		config := Config{
			Temperature: rapid.Float64Range(0.1, 2).Draw(t, "temperature"),
			TopP:        rapid.Float64Range(0, 1).Draw(t, "top_p"),
			TopK:        rapid.IntRange(1, len(row)).Draw(t, "top_k"),
		}
		broken, finite := false, false
		for _, v := range row {
			broken = broken || v != v || v == posInf
			finite = finite || !math.IsInf(float64(v), 0) && v == v
		}
		token, err := LazySample(row, config, mlx.NewKey(rapid.Uint64().Draw(t, "seed")))
		if err != nil {
			t.Fatal(err)
		}
		if want := broken || !finite; (token == Invalid) != want {
			t.Fatalf("token %d for %v", token, row)
		}
		if token != Invalid && row[token] == negInf {
			t.Fatalf("drew the masked token %d of %v", token, row)
		}
	})
}
