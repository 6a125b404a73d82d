package oracle_test

import (
	"math"
	"testing"

	"rowproof/oracle"
)

// TestCanonicalLooksAtBits tells values apart by their bits and keeps what is
// never judged out of the comparison.
func TestCanonicalLooksAtBits(t *testing.T) {
	tok := int64(3)
	f := func(v float64) oracle.F64 { return oracle.F64(v) }
	worded := oracle.NonFinite("softmax", 1, 2, 4)
	worded.Msg = "other words"
	metal := &oracle.NativeOut{DerivedMetalArgmax: &tok}
	for _, tc := range []struct {
		name string
		a, b any
		same bool
	}{
		{"equal numbers", f(0.1), f(0.1), true},
		{"one ulp", f(0.1), f(math.Nextafter(0.1, 1)), false},
		{"zeros of both signs", f(0), f(math.Copysign(0, -1)), false},
		{"NaN payload", f(math.NaN()), f(math.Float64frombits(0x7ff8000000000123)), true},
		{"float32 NaN payload", oracle.F32s{math.Float32frombits(0xffc00001)}, oracle.F32s{float32(math.NaN())}, true},
		{"wording of an error", worded, oracle.NonFinite("softmax", 1, 2, 4), true},
		{"census", oracle.NonFinite("softmax", 1, 2, 4), oracle.NonFinite("softmax", 1, 1, 4), false},
		{"reader", oracle.NonFinite("softmax", 1, 2, 4), oracle.NonFinite("greedy argmax", 1, 2, 4), false},
		{"derived argmax", metal, &oracle.NativeOut{}, true},
		{"large words", []uint32{math.MaxUint32}, []uint32{math.MaxUint32 - 1}, false},
	} {
		a, b := string(oracle.Canonical(tc.a)), string(oracle.Canonical(tc.b))
		if (a == b) != tc.same {
			t.Errorf("%s: %s and %s", tc.name, a, b)
		}
	}
}

// TestSiteFormIsNotJudged takes 3 and [3] for the same answer.
func TestSiteFormIsNotJudged(t *testing.T) {
	plain := &oracle.NativeOut{Argmax13295: oracle.Site{Tok: 3}}
	listed := &oracle.NativeOut{Argmax13295: oracle.Site{Tok: 3, List: true}}
	plain.Ordinary.Err, listed.Ordinary.Err = oracle.NonFinite("softmax", 1, 0, 4), oracle.NonFinite("softmax", 1, 0, 4)
	a, b := canonicalParts(plain), canonicalParts(listed)
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("%s and %s", a[i], b[i])
		}
	}
}

// TestCanonicalTakesAnyAnswer compares answers that no engine should give: they
// must differ from every record, not stop the run.
func TestCanonicalTakesAnyAnswer(t *testing.T) {
	for _, out := range []oracle.Output{
		&oracle.OrdinaryOut{}, &oracle.SparseOut{}, &oracle.BatchOut{}, &oracle.MixedOut{}, &oracle.NativeOut{},
		&oracle.GreedyOut{}, &oracle.PointOut{}, &oracle.RNGOut{Ops: []oracle.RNGOp{{Op: "made up"}}}, &oracle.DS4Out{},
		&oracle.KeySplitOut{}, &oracle.WordsOut{}, &oracle.UniformOut{}, &oracle.GumbelOut{}, &oracle.CategoricalOut{},
		&oracle.LazyShapeOut{}, &oracle.LazySampleOut{}, &oracle.Float64sOut{}, &oracle.Float32sOut{},
		&oracle.Sum64Out{}, &oracle.LSE32Out{}, &oracle.ArgPartitionOut{},
		&oracle.BatchOut{Dists: []*oracle.Dist{nil}}, &oracle.OrdinaryOut{Draws: make([]oracle.Draw, 3)},
		&oracle.GreedyOut{Forward: oracle.GreedyOrder{Single: make([]oracle.Site, 1), Checked: make([]oracle.TokErr, 1)}},
	} {
		if parts := canonicalParts(out); parts == nil && len(out.Parts()) > 0 {
			t.Errorf("%T has no canonical parts", out)
		}
	}
}
