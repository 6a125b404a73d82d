package family

import (
	"context"
	"errors"
	"fmt"

	"rowproof/engine/checkpoint"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// Qwen is the Qwen family with its draft head: a broken row is an error, and
// everything that led to it goes.
type Qwen struct{}

// Name is "qwen".
func (Qwen) Name() string { return "qwen" }

// Run is the loop of package generate.
func (Qwen) Run(ctx context.Context, m model.Model, r generate.Request) (generate.Result, error) {
	return generate.Run(ctx, m, r)
}

// Guard refuses a broken row and values that are not finite.
func (Qwen) Guard(s *checkpoint.Snapshot) error {
	if _, err := logits.Check(logits.F32(s.Row), nil, logits.Greedy); err != nil {
		return fmt.Errorf("kept row: %w", err)
	}
	for _, t := range s.Tensors {
		for i, v := range t.Values {
			if v-v != 0 {
				return fmt.Errorf("%w: tensor %s holds %v at %d", logits.ErrNumerical, t.Name, v, i)
			}
		}
	}
	return nil
}

// Forgets is true of numerical errors.
func (Qwen) Forgets(err error) bool { return errors.Is(err, logits.ErrNumerical) }
