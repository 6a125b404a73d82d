package explain

import "rowproof/oracle"

// Requirement is the rule of the law that a case checks, in one sentence. It follows
// from the group, the entry and the parameters, never from the outcome.
func Requirement(c *oracle.Case) string {
	switch in := c.In.(type) {
	case *oracle.OrdinaryIn:
		return ordinary(c, in)
	case *oracle.SparseCtorIn:
		return "Probabilities are not rows: entries that are no numbers or infinite count as 0, the rest is normalised, and a distribution without positive mass is a numerical error."
	case *oracle.BatchIn:
		return batch(c.Entry)
	case *oracle.MixedIn:
		return "Acceptance, residual and verification work on sparse and dense distributions alike; a dense target that holds a NaN or an infinity is refused without a draw."
	case *oracle.NativeIn:
		return "Every reader of a row must refuse a broken one with the same census, the oracle's unchecked argmax sites included; only the lazy sampler, a diagnostic, answers -1."
	case *oracle.GreedyIn:
		return "A batched argmax refuses the whole call when any of its rows is broken, with the census of the first broken row in the given order; healthy rows give the lowest id of their maximum."
	case *oracle.PointIn:
		return "A block of draft tokens is accepted token by token against its rows; any broken row of the block refuses the whole block without a draw."
	case *oracle.RNGIn:
		return "The random stream is NumPy's, word by word: seeding, doubles, integers with their kept half word, and weighted choice."
	case *oracle.DS4In:
		return "The DS4 and GLM family keeps its own law: its sampler falls back to id 0 where nothing is finite, and its random stream moves as recorded."
	}
	switch c.Group {
	case oracle.GroupKeyed:
		return "The keyed random numbers and the lazy sampler are historical diagnostics, kept bit for bit; a broken row gives -1 there and no product path reads it."
	case oracle.GroupNumeric:
		return "A numeric primitive gives the oracle's bits exactly; no tolerance exists."
	}
	return "The answer is bit-equal to the record."
}

func ordinary(c *oracle.Case, in *oracle.OrdinaryIn) string {
	const refused = " A NaN, +Inf or nothing but -Inf after penalties is a numerical error with the census of the row, and nothing is drawn."
	switch {
	case c.Entry == oracle.EntryHostSparse:
		return "The host route computes in float64 and spends one double per draw." + refused
	case c.Entry == oracle.EntryDeviceSparse:
		return "The sparse route takes its candidates by value and id, weighs them in float32, normalises twice and spends one double per draw." + refused
	case in.Cfg.Temperature <= 0:
		return "Greedy takes the lowest id of the maximum and spends no randomness." + refused
	case in.Cfg.TopK > 0:
		return "The sparse route takes its candidates by value and id, weighs them in float32, normalises twice and spends one double per draw; penalties are in the format of the row." + refused
	}
	return "The dense route weighs all ids in float64, normalises twice and spends one double per draw; penalties are in float64, so that one which overflows a float16 row is legal here." + refused
}

func batch(entry string) string {
	const refused = " Any broken row refuses the whole batch with the census of the first broken one."
	switch entry {
	case oracle.EntryBind:
		return "The bound route weighs every row in float64." + refused + " The oracle's bare floating-point error and the numerical error are the same refusal."
	case oracle.EntrySparseRows:
		return "Row by row, a row whose float32 mass fails takes the float64 route alone." + refused
	}
	return "A batch is weighed in float32 unless the mass of any row fails; then all rows take the float64 route." + refused
}
