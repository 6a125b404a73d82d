package generate

import (
	"context"

	"rowproof/engine/model"
	"rowproof/engine/sample"
)

// proposal is what a round wants to put behind its primary token.
type proposal struct {
	kind   model.Kind            // Verify or Copy
	tokens []int                 // at least one
	dists  []sample.Distribution // what each was drawn from; nil when greedy
}

// propose asks for a block copied from the prompt, then for drafts.
func (l *loop) propose(ctx context.Context, primary int, e *Event) (proposal, error) {
	if l.copier != nil {
		block := l.copier.find(l.result.Tokens, l.budget-len(l.result.Tokens))
		if len(block) > 0 {
			return l.certain(block)
		}
	}
	return l.draft(ctx, primary, e)
}

// certain makes a copied block a proposal: each token was sure to be proposed.
func (l *loop) certain(block []int) (proposal, error) {
	p := proposal{kind: model.Copy, tokens: block}
	if l.greedy() {
		return p, nil
	}
	for _, token := range block {
		d, err := sample.OneHot(token, l.model.Vocabulary())
		if err != nil {
			return p, err
		}
		p.dists = append(p.dists, d)
	}
	return p, nil
}
