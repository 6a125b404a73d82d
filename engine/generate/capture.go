package generate

import (
	"context"
	"slices"

	"rowproof/engine/model"
)

// capture brings the state to the end of the answer. Its last token may not have been
// forwarded: nothing was to be read behind it. This forward is one like any other, and
// its row is judged before the state is handed out, though no token is read from it.
func (l *loop) capture(ctx context.Context) error {
	text := l.text()
	if rest := text[l.trunk.Len():]; len(rest) > 0 {
		w, err := l.forward(ctx, model.Pass{Kind: model.Final, Tokens: rest, Rows: model.LastRow}, none)
		if err != nil {
			return err
		}
		if err := l.remember(ctx, w.hidden, rest); err != nil {
			return err
		}
		l.kept = w.last()
	}
	l.trunk.Settle() // nobody goes back into a window any more
	l.result.End = l.state()
	return nil
}

// text is the prompt and what was generated.
func (l *loop) text() []int { return slices.Concat(l.Prompt, l.result.Tokens) }

// state is what the trunk's tokens have left. It shares everything with the loop.
func (l *loop) state() *model.State {
	s := &model.State{Tokens: l.text()[:l.trunk.Len()], Trunk: l.trunk, Head: l.head, Row: l.kept.row, Hidden: l.kept.hidden}
	if l.gap {
		s.Head = nil
	}
	return s
}
