package fresh

import "rowproof/oracle"

// The values that the shared receipts draw parameters from.
var (
	temperatures = []oracle.F64{0.6, 1, 0.7, 1.5, 0.2, 2, 0.05}
	topPs        = []oracle.F64{0.95, 1, 0.9, 0.5, 0.1, 1e-9, 0, 0.999, 1.5}
	topKs        = []int{20, 0, 1, 2, 5, 40, 64, 300, -1}
)

// config draws parameters.
func (s *stream) config(temperature, topP []oracle.F64, topK []int) oracle.Config {
	return oracle.Config{Temperature: pick(s, temperature...), TopP: pick(s, topP...), TopK: pick(s, topK...)}
}

// penalise adds penalties to a row's request.
func (s *stream) penalise(in *oracle.OrdinaryIn, counts, overlay bool) {
	n := in.Row.Width()
	if counts {
		for _, id := range s.perm(n)[:s.between(1, min(n, 12))] {
			in.TokenCounts = append(in.TokenCounts, oracle.Count{ID: int64(id), N: int64(s.between(1, 8))})
		}
		in.Cfg.PresencePenalty = pick[oracle.F64](s, 0, 0.5, 1.3, -0.7, 2, 3.5)
		in.Cfg.FrequencyPenalty = pick[oracle.F64](s, 0, 0.1, 0.37, -0.25, 2, -9)
	}
	if overlay {
		for _, id := range s.perm(n)[:s.between(1, min(n, 6))] {
			in.Overlay = append(in.Overlay, oracle.Bias{ID: int64(id), Value: oracle.F64(float64(s.below(12000)) / 1000)})
		}
	}
}
