package sample

import (
	"fmt"
	"math"

	"rowproof/engine/logits"
)

// validatePenalties refuses penalties that only a mistake can produce. IDs that
// occur twice are refused by the check itself.
func validatePenalties(p *logits.Penalties, width int) error {
	if p == nil {
		return nil
	}
	for _, v := range [...]struct {
		name  string
		value float64
	}{{"presence penalty", p.Presence}, {"frequency penalty", p.Frequency}} {
		if !(-2 <= v.value && v.value <= 2) {
			return fmt.Errorf("%s %v is outside [-2, 2]: %w", v.name, v.value, ErrConfig)
		}
	}
	for _, c := range p.Counts {
		if c.ID < 0 || c.ID >= width || c.N < 0 {
			return fmt.Errorf("count %d of token %d in a vocabulary of %d: %w", c.N, c.ID, width, ErrConfig)
		}
	}
	for _, b := range p.Overlay {
		if b.ID < 0 || b.ID >= width || !(math.Abs(b.Value) <= math.MaxFloat32) {
			return fmt.Errorf("bias %v of token %d in a vocabulary of %d: %w", b.Value, b.ID, width, ErrConfig)
		}
	}
	return nil
}
