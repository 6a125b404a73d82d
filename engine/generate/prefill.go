package generate

import (
	"context"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// chunk is how much of a prompt goes in one forward. It bounds the memory of a long
// prompt and the time until a cancelled request ends; it changes no bit of a row.
const chunk = 512

// start brings the trunk to the end of the prompt: from the state it was given, or
// from nothing.
func (l *loop) start(ctx context.Context) error {
	from, err := l.begin()
	if err != nil {
		return err
	}
	l.result.Reused = from
	if from == len(l.Prompt) {
		err = l.rejudge()
	}
	if l.Keep && from < l.System && l.System < len(l.Prompt) {
		if err := l.prefill(ctx, l.Prompt[from:l.System]); err != nil {
			return err
		}
		if l.result.System, err = l.state().Clone(); err != nil {
			return err
		}
		from = l.System
	}
	if err == nil && from < len(l.Prompt) {
		err = l.prefill(ctx, l.Prompt[from:])
	}
	if err == nil && l.Keep {
		l.result.Prompt, err = l.state().Clone()
	}
	return err
}

// begin makes a trunk and, where the lane has one, a history; it returns the tokens
// that they hold.
func (l *loop) begin() (tokens int, err error) {
	if s := l.Start; s != nil {
		l.trunk, l.kept = s.Trunk, kept{row: s.Row, hidden: s.Hidden}
		if l.Committed() {
			l.head = s.Head
		}
		return len(s.Tokens), nil
	}
	if l.trunk, err = l.model.NewTrunk(); err != nil {
		return 0, err
	}
	if l.Committed() {
		l.head, err = l.model.NewHead()
	}
	return 0, err
}

// prefill forwards a part of the prompt. Its last token goes alone, as in the oracle:
// only its row exists. Rows before it do not, and what is not finite in their place is
// met later.
func (l *loop) prefill(ctx context.Context, tokens []int) error {
	body, last := tokens[:len(tokens)-1], tokens[len(tokens)-1:]
	for piece := range slices.Chunk(body, chunk) {
		w, err := l.forward(ctx, model.Pass{Kind: model.Prefill, Tokens: piece}, none)
		if err != nil {
			return err
		}
		if err := l.remember(ctx, w.hidden, piece); err != nil {
			return err
		}
		l.kept.hidden = w.hidden.Slice(w.hidden.Len()-1, w.hidden.Len())
	}
	w, err := l.forward(ctx, model.Pass{Kind: model.Prefill, Tokens: last, Rows: model.LastRow}, none)
	if err != nil {
		return err
	}
	if err := l.remember(ctx, w.hidden, last); err != nil {
		return err
	}
	l.kept = w.last()
	return nil
}

// rejudge checks the row of a prompt that was kept whole: this request may read it
// in another way than the one that kept it.
func (l *loop) rejudge() error {
	judged, err := l.judge(model.Prefill, 1, []logits.Row{l.kept.row}, none)
	if err != nil {
		return err
	}
	l.kept.judged, l.kept.kind, l.kept.rows, l.kept.index = judged[0], model.Prefill, 1, 0
	return nil
}

// remember appends to the history the pairs that end in tokens: each with the
// hidden state of the token before it, the first one's being that of the kept row.
func (l *loop) remember(ctx context.Context, hidden model.Hidden, tokens []int) error {
	if l.head == nil {
		return nil
	}
	before := hidden.Slice(0, len(tokens)-1)
	if l.kept.hidden == nil {
		tokens = tokens[1:] // nothing comes before the first token of all
	} else {
		before = l.kept.hidden.Concat(before)
	}
	if len(tokens) == 0 {
		return nil
	}
	return l.head.Append(ctx, before, tokens)
}
