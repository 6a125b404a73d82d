package fresh

import (
	"math"

	"rowproof/oracle"
)

// What the shared receipts lack. Each of these changes the parameters of a request
// and leaves its row as the kind says.

// extremeTemperatures over- and underflow: in float32, in float64, or once divided
// by. At 1e39 the float32 of 1/T is subnormal.
var extremeTemperatures = []oracle.F64{
	1e39, 3e38, 1e300, math.MaxFloat64, 1e-30, 1e-38, 1e-40, 1e-46, 1e-300, math.SmallestNonzeroFloat64,
	oracle.F64(math.Inf(1)), oracle.F64(math.NaN()), -1e-300,
}

// oddTopPs are outside (0, 1), or at its very ends.
var oddTopPs = []oracle.F64{
	oracle.F64(math.NaN()), oracle.F64(math.Inf(1)), oracle.F64(math.Inf(-1)), -0.5,
	1 - 0x1p-53, math.SmallestNonzeroFloat64, oracle.F64(math.Copysign(0, -1)),
}

// beyond gives parameters that the shared receipts do not have.
func (s *stream) beyond(cfg *oracle.Config, width int) {
	switch s.below(3) {
	case 0:
		cfg.Temperature = pick(s, extremeTemperatures...)
	case 1:
		cfg.TopK = pick(s, width, width+1, 2*width+3, 100_000, 1<<31)
	case 2:
		cfg.TopP = pick(s, oddTopPs...)
	}
}

// beyondRow is beyond for a request that can carry penalties.
func (s *stream) beyondRow(in *oracle.OrdinaryIn) {
	switch s.below(6) {
	case 0:
		s.overflowPenalty(in)
	case 1:
		s.manyCounts(in)
	default:
		s.beyond(&in.Cfg, in.Row.Width())
	}
}

// overflowPenalty takes one entry out of the range of its format, or makes it no
// number at all. The dense route subtracts in float64 and may stay finite.
func (s *stream) overflowPenalty(in *oracle.OrdinaryIn) {
	value := pick[oracle.F64](s, 7e4, -7e4, -65520, 3.4e38, -3.4e38, 1e39, -1e39,
		oracle.F64(math.Inf(1)), oracle.F64(math.Inf(-1)), oracle.F64(math.NaN()))
	in.Overlay = []oracle.Bias{{ID: int64(s.below(in.Row.Width())), Value: value}}
}

// manyCounts makes a count so large that the penalty matters in every format.
func (s *stream) manyCounts(in *oracle.OrdinaryIn) {
	in.TokenCounts = []oracle.Count{{ID: int64(s.below(in.Row.Width())), N: int64(pick(s, 1000, 40_000, 1<<31, 1<<53+1))}}
	in.Cfg.FrequencyPenalty = pick[oracle.F64](s, 2, -2, 0.37, oracle.F64(math.NaN()))
}
