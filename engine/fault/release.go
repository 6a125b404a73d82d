//go:build !faultinject

package fault

import "rowproof/engine/model"

// Plan is empty.
type Plan struct{}

// Parse takes only the empty text. Any other is an ErrReleased.
func Parse(text string) (Plan, error) {
	if text != "" {
		return Plan{}, ErrReleased
	}
	return Plan{}, nil
}

// Wrap gives the model back, and an end of the run that is always nil.
func Wrap(m model.Model, _ Plan) (model.Model, func() error) {
	return m, func() error { return nil }
}
