package steps

import (
	"context"
	"errors"
	"fmt"

	"rowproof/harness"
	"rowproof/oracle"
)

// world is what the steps of one scenario share. Each scenario has its own.
type world struct {
	engine   harness.Engine
	receipts func() ([]*oracle.File, error)
	models   *models
	guard    guard

	// What the engine will be asked.
	rows    oracle.Rows
	cfg     oracle.Config
	seed    uint64
	counts  []oracle.Count
	overlay []oracle.Bias
	block   []int64
	target  oracle.RawDist
	draft   oracle.RawDist

	// What it gave. A call that refuses leaves one draw, the refusal.
	none   bool // the route does not apply
	failed error
	draws  []oracle.Draw
	dist   *oracle.Dist
	alone  []oracle.TokErr // the rows of a window, each by itself
	point  *oracle.PointOut
	mixed  *oracle.MixedOut
	ds4    *ds4Seen

	gen    generating // answers
	keep   keeping    // what is kept between them
	folder string     // a copy of a model's, to be damaged

	// A replay.
	files   []*oracle.File
	summary *harness.Summary
	asked   *oracle.Case
	verdict *harness.Verdict

	// A damaged receipt file.
	name    string
	lines   []string
	refused error
}

// ask puts a question to the engine that no receipt holds. The answer must have
// the form O of its entry.
func ask[O oracle.Output](ctx context.Context, w *world, group, entry string, in any) (O, error) {
	var none O
	out, err := w.engine.Answer(ctx, &oracle.Case{ID: "feature", Group: group, Entry: entry, In: in})
	if err != nil {
		return none, err
	}
	o, ok := out.(O)
	if !ok {
		return none, fmt.Errorf("the engine answered %s with a %T", entry, out)
	}
	return o, nil
}

var errNoRow = errors.New("no row was given")

// row is the only row of the scenario.
func (w *world) row() (oracle.Row, error) {
	if len(w.rows) != 1 {
		return oracle.Row{}, fmt.Errorf("%w: %d rows", errNoRow, len(w.rows))
	}
	return w.rows[0], nil
}

// refuse leaves a call that was refused as a whole.
func (w *world) refuse(e *oracle.Err, next *oracle.F64) {
	w.draws = []oracle.Draw{{Err: e, Next: next}}
}
