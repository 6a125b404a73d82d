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

// start brings the trunk to the end of the prompt: from the longest prefix that
// was kept, or from nothing.
func (l *loop) start(ctx context.Context) error {
	from, err := l.restore()
	if err != nil {
		return err
	}
	l.result.Reused = from
	rest := l.Prompt[from:]
	if len(rest) == 0 {
		return l.rejudge()
	}
	// The last token goes alone, as in the oracle: only its row exists. Rows before it
	// do not, and what is not finite in their place is met later.
	for body := range slices.Chunk(rest[:len(rest)-1], chunk) {
		w, err := l.forward(ctx, model.Pass{Kind: model.Prefill, Tokens: body}, none)
		if err != nil {
			return err
		}
		if err := l.remember(ctx, w.hidden, body); err != nil {
			return err
		}
		l.kept.hidden = w.hidden.Slice(w.hidden.Len()-1, w.hidden.Len())
	}
	w, err := l.forward(ctx, model.Pass{Kind: model.Prefill, Tokens: rest[len(rest)-1:], Rows: model.LastRow}, none)
	if err != nil {
		return err
	}
	if err := l.remember(ctx, w.hidden, rest[len(rest)-1:]); err != nil {
		return err
	}
	l.kept = w.last()
	if l.Prefixes != nil {
		return l.bankPrompt()
	}
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
