package wrong

import (
	"rowproof/engine/numeric"
	"rowproof/oracle"
)

// route is the way a row is read.
type route int

const (
	byArgmax route = iota // the best token
	byTopK                // the k best
	byMass                // everything
)

func routeOf(c oracle.Config) route {
	switch {
	case c.Temperature <= 0:
		return byArgmax
	case c.TopK > 0:
		return byTopK
	}
	return byMass
}

// nucleus reports whether top_p narrows anything; a NaN does not.
func nucleus(c oracle.Config) bool { return c.TopP > 0 && c.TopP < 1 }

// widen gives the values of a row, exact in float64.
func widen(r oracle.Row) []float64 {
	x := make([]float64, r.Width())
	for i := range x {
		x[i] = float64(r.Value(i))
	}
	return x
}

// logits are the values of a row that is read for a token.
func (h *hooks) logits(r oracle.Row) []float64 {
	x := widen(r)
	h.clean(x)
	return x
}

// store gives what v becomes in a row's format.
func store(d oracle.DType, v float32) float32 {
	switch d {
	case oracle.BF16:
		return numeric.BF16ToF32(numeric.F32ToBF16(v))
	case oracle.F16:
		return numeric.F16ToF32(numeric.F32ToF16(v))
	}
	return v
}

// penalise returns a row after its penalties: in float64 where everything is
// read, else in the row's format, amount and difference each rounded to it. Counts
// and overlay are subtracted one after the other.
func (h *hooks) penalise(raw []float64, in *oracle.OrdinaryIn) []float64 {
	x := append([]float64(nil), raw...)
	subtract := func(id int64, amount float64) {
		if routeOf(in.Cfg) == byMass {
			x[id] -= amount
			return
		}
		d := in.Row.DType
		x[id] = float64(h.store(d, float32(x[id])-h.store(d, float32(amount))))
	}
	presence, frequency := clamp(in.Cfg.PresencePenalty), clamp(in.Cfg.FrequencyPenalty)
	if presence != 0 || frequency != 0 {
		for _, c := range in.TokenCounts {
			subtract(c.ID, float64(frequency*float64(c.N))+presence)
		}
	}
	for _, b := range in.Overlay {
		subtract(b.ID, float64(b.Value))
	}
	return x
}

// clamp limits a penalty to [-2, 2]; a NaN stays one.
func clamp(penalty oracle.F64) float64 {
	switch {
	case penalty < -2:
		return -2
	case penalty > 2:
		return 2
	}
	return float64(penalty)
}

func narrow(x []float64) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = float32(v)
	}
	return out
}
