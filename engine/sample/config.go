package sample

import (
	"errors"
	"fmt"
	"math"

	"rowproof/engine/logits"
)

// ErrConfig refuses sampling parameters at the public entries.
var ErrConfig = errors.New("invalid sampling parameters")

// Config says how a token is chosen.
type Config struct {
	Temperature float64 // <= 0 is greedy
	TopP        float64 // nucleus, active only inside (0, 1)
	TopK        int     // best k, <= 0 is off
}

// Route is the reader that the parameters lead to. A NaN temperature samples.
func (c Config) Route() logits.Route {
	switch {
	case c.Temperature <= 0:
		return logits.Greedy
	case c.TopK > 0:
		return logits.TopK
	}
	return logits.Dense
}

// Validate refuses what a product must not pass on: values that are not finite
// and a nucleus outside [0, 1].
func (c Config) Validate() error {
	switch {
	case math.IsNaN(c.Temperature) || math.IsInf(c.Temperature, 0):
		return fmt.Errorf("temperature %v: %w", c.Temperature, ErrConfig)
	case c.Temperature < 0:
		return fmt.Errorf("temperature %v is negative: %w", c.Temperature, ErrConfig)
	case !(0 <= c.TopP && c.TopP <= 1):
		return fmt.Errorf("top_p %v is outside [0, 1]: %w", c.TopP, ErrConfig)
	}
	return nil
}

func (c Config) nucleus() bool { return 0 < c.TopP && c.TopP < 1 }
