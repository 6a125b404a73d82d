package family

import (
	"context"

	"rowproof/engine/checkpoint"
	"rowproof/engine/generate"
	"rowproof/engine/model"
)

// Family is the law of a family of models.
type Family interface {
	// Name stands in checkpoints: a state is gone on from by its own family only.
	Name() string
	// Run generates.
	Run(ctx context.Context, m model.Model, r generate.Request) (generate.Result, error)
	// Guard refuses a snapshot that must not be gone on from.
	Guard(s *checkpoint.Snapshot) error
	// Forgets says whether an error condemns everything that the conversation owns.
	Forgets(err error) bool
}
