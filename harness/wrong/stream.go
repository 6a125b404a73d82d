package wrong

import (
	"fmt"

	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

func (h *hooks) stream(in *oracle.RNGIn) (oracle.Output, error) {
	g, err := numpy.FromDecimal(in.Seed)
	if err != nil {
		return nil, err
	}
	start := g.State()
	out := &oracle.RNGOut{State: start.State, Inc: start.Inc}
	for i, op := range in.Ops {
		var n int64
		switch op.Op {
		case "random":
			f := oracle.F64(g.Float64())
			op.Float = &f
		case "integers":
			n, err = h.integers(g, op.Lo, op.Hi)
			op.Int = &n
		case "choice":
			var index int
			index, err = h.choice(g, op.P)
			n = int64(index)
			op.Int = &n
		}
		if err != nil {
			return nil, fmt.Errorf("op %d: %w", i, err)
		}
		out.Ops = append(out.Ops, op)
	}
	end := g.State()
	out.End = oracle.RNGEnd{State: end.State, Uinteger: end.Spare}
	if end.HasSpare {
		out.End.HasUint32 = 1
	}
	return out, nil
}
