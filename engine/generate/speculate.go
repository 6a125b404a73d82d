package generate

import (
	"context"
	"slices"

	"rowproof/engine/model"
)

// speculate generates in rounds: a primary token, a proposal of what follows it,
// one forward over both, and as much of the proposal as the target agrees with.
func (l *loop) speculate(ctx context.Context) error {
	if !l.NoCopy && !l.penalised() {
		l.copier = newCopier(l.Prompt)
	}
	var s settler = capturing{}
	if l.Lane.Settle == Reforward {
		s = &reforwarding{}
	}
	for ; len(l.result.Tokens) < l.budget; l.step++ {
		e := &Event{Step: l.step, AlreadyEmitted: l.pending != nil}
		over, err := l.round(ctx, s, e)
		e.Failed = err != nil
		l.emit(e)
		if over || err != nil {
			return err
		}
	}
	return nil
}

// round is one cycle; it reports whether the answer is complete.
func (l *loop) round(ctx context.Context, s settler, e *Event) (bool, error) {
	if err := l.primary(e); err != nil {
		return false, err
	}
	if l.done() {
		return true, nil
	}
	if l.head != nil {
		l.paired = l.head.Len()
	}
	p, err := l.propose(ctx, e.Primary, e)
	if err != nil {
		return false, err
	}
	if err := s.open(l.trunk); err != nil {
		return false, err
	}
	tokens := append([]int{e.Primary}, p.tokens...)
	w, err := l.forward(ctx, model.Pass{Kind: p.kind, Tokens: tokens, Rows: model.AllRows, Capture: s.capture()},
		func(row int) []int { return p.tokens[:row] })
	if err != nil {
		return false, err
	}
	v, err := l.accept(p, w, e)
	if err != nil {
		return false, err
	}
	r := round{e.Primary, p, v}
	if v.accepted == len(p.tokens) {
		return l.whole(ctx, w, r, e)
	}
	return l.part(ctx, s, w, r, e)
}

// primary is the token that the round begins with: the one left over by the round
// before, or a fresh read of the kept row.
func (l *loop) primary(e *Event) error {
	if l.pending != nil {
		e.Primary, l.pending = *l.pending, nil
		return nil
	}
	token, err := l.read()
	if err != nil {
		return err
	}
	e.Primary = token
	l.chose(0, token, l.kept.judged)
	if err := l.commit(token); err != nil {
		return err
	}
	return l.stream()
}

// whole commits a window of which everything was accepted. Behind drafts there is
// one more token, read from the last row; it is read first, so that a row without mass
// fails the round before any of it is out.
func (l *loop) whole(ctx context.Context, w window, r round, e *Event) (bool, error) {
	at := len(l.result.Tokens)
	if err := l.pairs(ctx, r.primary, w.hidden.Slice(0, r.accepted), r.tokens); err != nil {
		return false, err
	}
	l.kept = w.last()
	var bonus *int
	ends := slices.ContainsFunc(r.tokens, l.stops) || at+r.accepted >= l.budget
	if r.kind == model.Verify && !ends {
		token, err := l.read()
		if err != nil {
			return false, err
		}
		l.chose(len(r.tokens), token, l.kept.judged)
		bonus = &token
	}
	if err := l.extend(r, r.tokens, e, at); err != nil || bonus == nil || l.enough {
		return l.done(), err
	}
	e.Bonus, l.pending = new(*bonus), bonus
	if err := l.commit(*bonus); err != nil {
		return false, err
	}
	return l.done(), l.stream()
}

// part commits the accepted part of a window, and the correction.
func (l *loop) part(ctx context.Context, s settler, w window, r round, e *Event) (bool, error) {
	at := len(l.result.Tokens)
	done, err := s.settle(ctx, l, w, r)
	if err != nil {
		return false, err
	}
	e.Repair = done.repaired
	if done.refused {
		// Without the primary's pair the history is not what a cold run would have.
		l.gap = l.gap || l.head != nil
		l.kept, l.copier = done.kept, nil
		e.Copied = &CopyRound{Disabled: true}
		return false, nil
	}
	if err := l.pairs(ctx, r.primary, done.history, done.committed); err != nil {
		return false, err
	}
	l.kept = done.kept
	committed := done.committed
	if done.pending != nil {
		committed = append(committed[:len(committed):len(committed)], *done.pending)
		l.pending = done.pending
	}
	err = l.extend(r, committed, e, at)
	return l.done(), err
}

// extend appends what a round committed and tells the copier how its block fared.
func (l *loop) extend(r round, committed []int, e *Event, at int) error {
	if err := l.commit(committed...); err != nil {
		return err
	}
	e.Accepted = r.accepted
	if r.kind == model.Copy {
		e.Copied = l.copier.score(r, at, len(l.result.Tokens))
	} else {
		l.result.Accepted += r.accepted
	}
	return l.stream()
}

// pairs brings the committed history up to date: the primary's pair, which a draft
// has appended already, then those of the tokens behind it. Pairs of drafts go: their
// hidden states were the head's guesses, the window's are the trunk's.
func (l *loop) pairs(ctx context.Context, primary int, hidden model.Hidden, tokens []int) error {
	if l.head == nil {
		return nil
	}
	if l.head.Len() > l.paired {
		if err := l.head.Truncate(l.paired + 1); err != nil {
			return err
		}
	} else if err := l.head.Append(ctx, l.kept.hidden, []int{primary}); err != nil {
		return err
	}
	if len(tokens) == 0 {
		return nil
	}
	return l.head.Append(ctx, hidden, tokens)
}
