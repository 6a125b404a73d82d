package inprocess

import (
	"fmt"

	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

func stream(in *oracle.RNGIn) (oracle.Output, error) {
	g, err := numpy.FromDecimal(in.Seed)
	if err != nil {
		return nil, err
	}
	start := g.State()
	out := &oracle.RNGOut{State: start.State, Inc: start.Inc}
	for i, op := range in.Ops {
		switch op.Op {
		case "random":
			f := oracle.F64(g.Float64())
			op.Float = &f
		case "integers":
			n, err := g.Integers(op.Lo, op.Hi)
			if err != nil {
				return nil, fmt.Errorf("op %d: %w", i, err)
			}
			op.Int = &n
		case "choice":
			n, err := g.Choice(op.P)
			if err != nil {
				return nil, fmt.Errorf("op %d: %w", i, err)
			}
			op.Int = id(n)
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
