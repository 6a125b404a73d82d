//go:build faultinject

package fault

import (
	"fmt"
	"slices"
	"sync"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// injector sees every row that leaves a model.
type injector struct {
	mu    sync.Mutex
	armed []*arming
}

// arming is a plan under way.
type arming struct {
	plan    Plan
	seen    int // forwards of its boundary
	reached bool
}

// arm makes a plan hold until its end is called. The empty plan needs none.
func (in *injector) arm(p Plan) func() error {
	if p == (Plan{}) {
		return func() error { return nil }
	}
	a := &arming{plan: p}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.armed = append(in.armed, a)
	return func() error { return in.end(a) }
}

func (in *injector) end(a *arming) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.armed = slices.DeleteFunc(in.armed, func(other *arming) bool { return other == a })
	if !a.reached {
		return fmt.Errorf("%w: %s after %d forwards of that boundary", ErrUnreached, a.plan.text(), a.seen)
	}
	return nil
}

// pass lets the rows of a forward through, broken where it is planned.
func (in *injector) pass(boundary model.Kind, rows []logits.Row) ([]logits.Row, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, a := range in.armed {
		if a.plan.boundary != boundary || len(rows) == 0 {
			continue
		}
		a.seen++
		if a.seen != a.plan.occurrence || a.plan.row >= len(rows) {
			continue
		}
		broken, err := a.plan.kind.breakRow(rows[a.plan.row])
		if err != nil {
			return nil, err
		}
		rows = slices.Clone(rows) // the model's own
		rows[a.plan.row] = broken
		a.reached = true
	}
	return rows, nil
}
