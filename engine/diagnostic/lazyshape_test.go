package diagnostic

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// From the receipts keyed-lazy/s1/0279, 0291, 0303, 0315 and 0351.
func TestLazyShapeAsRecorded(t *testing.T) {
	for _, c := range []struct {
		name   string
		row    []float32
		config Config
		want   Shape
	}{
		{
			"NaN",
			floats(0x409ecbd2, 0xbf785261, 0x40bbcdf5, 0x7fc00000),
			Config{Temperature: 0.7, TopK: 2},
			Shape{[]uint32{2, 0}, floats(0x41062566, 0x40e2da08), true},
		},
		{
			"subnormal",
			floats(0x0025ac48, 0x001f3d14, 0x00716ed3, 0x3f800000),
			Config{Temperature: 0.6, TopP: 1, TopK: 3},
			Shape{[]uint32{3, 2, 0}, floats(0x3fd55555, 0x00bd0e0a, 0x003ec9cd), false},
		},
		{
			"all equal",
			floats(0xc0600000, 0xc0600000, 0xc0600000, 0xc0600000),
			Config{Temperature: 0.7, TopK: 3},
			Shape{[]uint32{0, 1, 2}, floats(0xc0a00000, 0xc0a00000, 0xc0a00000), false},
		},
		{
			"all -Inf",
			floats(0xff800000, 0xff800000, 0xff800000, 0xff800000),
			Config{Temperature: 0.6, TopP: 0.1, TopK: 2},
			Shape{[]uint32{0, 1}, floats(0xff800000, 0xff800000), true},
		},
		{
			"nucleus",
			floats(0x800f3727, 0x00098a17, 0x002ca52c, 0x805fd494),
			Config{Temperature: 0.7, TopP: 0.5, TopK: 3},
			Shape{[]uint32{2, 1, 0}, floats(0x003fc764, 0x000da0b3, 0xff800000), false},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := LazyShape(c.row, c.config)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.EquateNaNs()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLazyShapeRefusesTopKOutsideTheRow(t *testing.T) {
	row := []float32{1, 2, 3}
	for _, k := range []int{0, -1, 4} {
		if _, err := LazyShape(row, Config{Temperature: 1, TopK: k}); !errors.Is(err, ErrTopK) {
			t.Errorf("top_k %d: error %v", k, err)
		}
	}
	if _, err := LazyShape(nil, Config{Temperature: 1, TopK: 1}); !errors.Is(err, ErrTopK) {
		t.Errorf("empty row: error %v", err)
	}
}

// The recorded surprise: scaled values that overflow tie at +Inf, and neither
// the flag nor the order shows which was the largest.
func TestLazyShapeDoesNotSeeOverflow(t *testing.T) {
	shape, err := LazyShape([]float32{1, 3e38, 2.9e38, 0}, Config{Temperature: 0.6, TopP: 1, TopK: 3})
	if err != nil || shape.Bad {
		t.Fatalf("bad %v, error %v", shape.Bad, err)
	}
	if diff := cmp.Diff([]uint32{2, 1, 0}, shape.IDs); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestLazyShapeIsRankedAndKeepsAtLeastOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.Float32Range(-30, 30), 1, 50).Draw(t, "row")
		config := Config{
			Temperature: rapid.Float64Range(0.05, 3).Draw(t, "temperature"),
			TopP:        rapid.Float64Range(-0.5, 1.5).Draw(t, "top_p"),
			TopK:        rapid.IntRange(1, len(row)).Draw(t, "top_k"),
		}
		shape, err := LazyShape(row, config)
		if err != nil {
			t.Fatal(err)
		}
		if shape.Bad || len(shape.IDs) != config.TopK || len(shape.LogWeights) != config.TopK {
			t.Fatalf("shape %+v", shape)
		}
		if math.IsInf(float64(shape.LogWeights[0]), 0) {
			t.Fatal("the best candidate is cut")
		}
		for i := 1; i < config.TopK; i++ {
			if shape.LogWeights[i] > shape.LogWeights[i-1] || row[shape.IDs[i]] > row[shape.IDs[i-1]] {
				t.Fatalf("candidate %d outranks the one before", i)
			}
		}
	})
}
