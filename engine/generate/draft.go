package generate

import (
	"context"
	"fmt"

	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/sample"
)

// draft asks the head for the tokens behind the primary, one after the other.
// Each row is judged like any other: a broken draft is no draft. Penalties are the
// target's business.
func (l *loop) draft(ctx context.Context, primary int, e *Event) (proposal, error) {
	p := proposal{kind: model.Verify}
	head, err := l.drafter()
	if err != nil {
		return p, err
	}
	hidden, token := l.kept.hidden, primary
	deepest := min(l.Depth, l.budget-len(l.result.Tokens))
	for l.depth = 1; l.depth <= deepest; l.depth++ {
		if err := ctx.Err(); err != nil {
			return p, context.Cause(ctx)
		}
		row, next, err := head.Draft(ctx, hidden, token)
		if err != nil {
			return p, fmt.Errorf("%s: %w", model.Draft, err)
		}
		l.result.Forwards++
		judged, err := l.judge(model.Draft, 1, []logits.Row{row}, none)
		if err != nil {
			return p, err
		}
		if token, err = l.guess(row, judged[0], &p); err != nil {
			return p, err
		}
		hidden = next
		p.tokens = append(p.tokens, token)
		l.result.Drafted++
		e.Drafts = append(e.Drafts, DraftToken{Depth: l.depth, Token: token})
	}
	return p, nil
}

// drafter is the head with the history that the lane wants.
func (l *loop) drafter() (model.Head, error) {
	if l.head != nil {
		return l.head, nil
	}
	if l.afresh == nil {
		var err error
		l.afresh, err = l.model.NewHead()
		return l.afresh, err
	}
	return l.afresh, l.afresh.Truncate(0)
}

// guess reads a draft row. A sampled guess keeps what it was drawn from, which the
// target's probability is held against.
func (l *loop) guess(row logits.Row, judged logits.Checked, p *proposal) (int, error) {
	if l.greedy() {
		return sample.Greedy(judged)
	}
	d, err := l.sampler.Distribute(judged, l.Sampling)
	if err != nil {
		return 0, l.fail(model.Draft, 1, 0, row, err)
	}
	token, err := sample.Draw(d, &l.tape)
	if err != nil {
		return 0, err
	}
	l.tape.chose(token)
	p.dists = append(p.dists, d)
	return token, nil
}
