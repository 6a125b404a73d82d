package fresh

import (
	"strconv"

	"rowproof/oracle"
)

// specialSeeds are at the borders of words; the last two need more than two words.
var specialSeeds = []string{
	"0", "1", "7", "2147483646", "4294967295", "4294967296", "9223372036854775813", "18446744073709551615",
	"79228162514264337593543950339", "1361129467683753853853498429727072845841",
}

// rng makes generators with 24 calls each.
func rng(s *stream, slot int) *oracle.Case {
	in := &oracle.RNGIn{}
	switch {
	case slot < len(specialSeeds):
		in.Seed = specialSeeds[slot]
	case slot < 40:
		in.Seed = strconv.FormatUint(s.seed31(), 10)
	default:
		in.Seed = strconv.FormatUint(s.words.Uint64(), 10)
	}
	for range 24 {
		in.Ops = append(in.Ops, s.op())
	}
	return &oracle.Case{Kind: "default_rng", Entry: oracle.EntryRNG, In: in}
}

func (s *stream) op() oracle.RNGOp {
	switch s.below(4) {
	case 0:
		return oracle.RNGOp{Op: "integers", Hi: 1<<31 - 1}
	case 1:
		weights := make([]float64, s.between(1, 21))
		for i := range weights {
			u := s.unit()
			weights[i] = float64(u*u) + 1e-9
		}
		return oracle.RNGOp{Op: "choice", P: unitMass(weights)}
	default:
		return oracle.RNGOp{Op: "random"}
	}
}
