package generate

import (
	"context"

	"rowproof/engine/model"
)

// settler leaves the trunk with what was accepted of a window and nothing else.
// The two ways differ in where the next row comes from, and so in the order of
// draws: one seed gives two streams.
type settler interface {
	// open is called before the window's forward.
	open(t model.Trunk) error
	// capture says whether that forward keeps the state after each token.
	capture() bool
	// settle is called when a part of the window, its first 1+v.accepted tokens,
	// is to stay.
	settle(ctx context.Context, l *loop, w window, round round) (settled, error)
}

// round is what settle needs to know of the window.
type round struct {
	primary int
	proposal
	verdict
}

// settled is the state after a window.
type settled struct {
	kept      kept
	committed []int        // tokens to append to the answer
	history   model.Hidden // hidden states that these follow on, one each
	pending   *int         // committed, but not forwarded yet
	repaired  []int        // tokens forwarded again
	refused   bool         // nothing of the proposal could be kept
}

func (r round) stay() []int { return r.tokens[:r.accepted] }

// keepCaptured goes back to the state after the last accepted token. A correction
// is forwarded as the next round's primary.
func keepCaptured(t model.Trunk, w window, r round) (settled, error) {
	s := settled{kept: w.keep(r.accepted), committed: r.stay(), history: w.hidden.Slice(0, r.accepted), pending: r.correction}
	return s, t.Keep(1 + r.accepted)
}

// capturing settles by the states captured after each token of the window.
type capturing struct{}

func (capturing) open(model.Trunk) error { return nil }

func (capturing) capture() bool { return true }

func (capturing) settle(_ context.Context, l *loop, w window, r round) (settled, error) {
	return keepCaptured(l.trunk, w, r)
}

// reforwarding rolls the whole window back and forwards what stays once more.
type reforwarding struct{ before model.Mark }

func (s *reforwarding) open(t model.Trunk) (err error) {
	s.before, err = t.Mark()
	return err
}

func (*reforwarding) capture() bool { return false }

func (s *reforwarding) settle(ctx context.Context, l *loop, w window, r round) (settled, error) {
	if r.kind == model.Copy && !l.trunk.Recurrent() {
		return keepCaptured(l.trunk, w, r)
	}
	if err := l.trunk.Rewind(s.before); err != nil {
		return settled{}, err
	}
	if r.kind == model.Copy {
		// A block cannot be kept in part. The oracle forwards the primary alone and
		// gives the accepted tokens up; the draws made for them stay drawn.
		again, err := l.again(ctx, []int{r.primary}, nil)
		return settled{kept: again.kept, repaired: again.repaired, refused: true}, err
	}
	behind := r.stay()
	if r.correction != nil {
		behind = append(behind[:len(behind):len(behind)], *r.correction)
	}
	return l.again(ctx, append([]int{r.primary}, behind...), behind)
}

// again is a repair forward, of the primary and the tokens behind it.
func (l *loop) again(ctx context.Context, tokens, behind []int) (settled, error) {
	w, err := l.forward(ctx, model.Pass{Kind: model.Repair, Tokens: tokens, Rows: model.LastRow}, func(int) []int { return behind })
	if err != nil {
		return settled{}, err
	}
	return settled{kept: w.last(), committed: behind, history: w.hidden.Slice(0, len(behind)), repaired: tokens}, nil
}
