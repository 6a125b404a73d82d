package wrong

import (
	"cmp"

	"rowproof/engine/numeric"
	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// hooks are the steps of the plain engine that a mistake may replace.
type hooks struct {
	// How a row is read and judged.

	clean   func(x []float64)                             // what is done to a row before anything else
	store   func(d oracle.DType, v float32) float32       // rounding to the row's format
	judged  func(raw, penalised []float64) []float64      // which of the two the verdict reads
	healthy func(x []float64, cfg oracle.Config) bool     // the verdict
	census  func(x []float64) (nan, inf int)              // what a refusal counts
	argmax  func(x []float64) int                         // of a row
	batch   func(rows int, broken func(row int) bool) int // the row a batch is refused for, or nobody
	block   func(rows int, broken func(row int) bool) int // the same for a copied block
	reached func(row int, broken func(row int) bool) bool // whether a row of a block is refused on the way
	target  func(p []float64) bool                        // whether a dense target may be used
	lazy    func(token int64) int64                       // what the keyed sampler's token is reported as
	ds4     func(row []float32, token int) int            // the same for the DS4 sampler

	// From logits to mass.

	exp64     func(x float64) float64
	exp32     func(x float32) float32
	sum64     func(x []float64) float64
	lse32     func(exp func(float32) float32, x []float32) float32
	scale     func(x float32, temperature float64) float32
	partition func(keys []float32, kth int) []uint32 // the order in which a selection leaves indices
	tie       func(a, b int) int                     // the order of ids whose values are equal
	limit     func(values []float32, k int) int      // how many of the best are kept
	spills    func(ranked []candidate, k int) bool   // whether ties at the cut may reach beyond the candidates
	total     func(row, kept []float32) []float32    // the values whose mass top_p is a share of
	inside    func(before, topP float64) bool        // whether a token with that mass before it is kept
	again     func(sum func([]float64) float64, p []float64)
	onHost    func(noMass []bool) []bool // which rows of a batch are weighed again in float64
	empty     func(p []float64) bool     // fills mass that is not there, if that is how it is

	// From mass to a token.

	choice   func(g *numpy.Generator, p []float64) (int, error)
	refused  func(g *numpy.Generator) // what a refusal does to the stream
	integers func(g *numpy.Generator, lo, hi int64) (int64, error)
	ratio    func(target, draft float64) float64 // acceptance where the draft has mass
	rest     func(target, draft float64) float64 // what a rejection leaves of a token's mass
}

// nobody is the index of no row.
const nobody = -1

// right are the steps as the law and the oracle have them.
func right() *hooks {
	return &hooks{
		clean:   func([]float64) {},
		store:   store,
		judged:  func(_, penalised []float64) []float64 { return penalised },
		healthy: func(x []float64, _ oracle.Config) bool { return healthy(x) },
		census:  census,
		argmax:  argmax,
		batch:   firstOf,
		block:   firstOf,
		reached: func(int, func(int) bool) bool { return false }, // the whole block was judged before
		target:  finite,
		lazy:    func(token int64) int64 { return token },
		ds4:     func(_ []float32, token int) int { return token },

		exp64:     numeric.Exp64,
		exp32:     numeric.Exp32,
		sum64:     pairwise,
		lse32:     logSumExp32,
		scale:     func(x float32, temperature float64) float32 { return x * float32(1/temperature) },
		partition: numeric.ArgPartition,
		tie:       cmp.Compare[int],
		limit:     func(_ []float32, k int) int { return k },
		spills:    spills,
		total:     func(row, _ []float32) []float32 { return row },
		inside:    func(before, topP float64) bool { return before < topP },
		again:     normalise,
		onHost:    allIfAny,
		empty:     func([]float64) bool { return false },

		choice:   (*numpy.Generator).Choice,
		refused:  func(*numpy.Generator) {},
		integers: (*numpy.Generator).Integers,
		ratio:    func(target, draft float64) float64 { return atMostOne(target / draft) },
		rest:     func(target, draft float64) float64 { return target - draft },
	}
}
