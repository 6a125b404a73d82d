package modelprove

import (
	"context"
	"encoding/json"
	"fmt"

	"rowproof/harness/e2erecord"
)

// ask has the oracle compute the rows behind a prompt on a folder.
func ask(ctx context.Context, e e2erecord.Engine, dir string, vocabulary int, tokens []int, drafts int) (*rows, error) {
	// No poison: the folder that a user would get is what is to be proven.
	raw, err := e.Ask(ctx, e2erecord.CommandForward, e2erecord.Forward{Model: dir, Tokens: tokens, Drafts: drafts})
	if err != nil {
		return nil, err
	}
	var said e2erecord.Rows
	if err := json.Unmarshal(raw, &said); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	r, err := judged(&said, vocabulary, len(tokens), drafts)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return r, nil
}

// judged are the rows of an answer: its counts are those of the request, its tokens are tokens,
// and a census is that of its row.
func judged(a *e2erecord.Rows, vocabulary, tokens, drafts int) (*rows, error) {
	if len(a.Argmax) != tokens || len(a.Census) != tokens || len(a.Drafts) != drafts {
		return nil, fmt.Errorf("argmax, census and drafts are %d, %d and %d, not %d, %d and %d",
			len(a.Argmax), len(a.Census), len(a.Drafts), tokens, tokens, drafts)
	}
	r := &rows{last: a.Logits, best: a.Argmax, census: a.Census}
	censuses := []e2erecord.Census{a.Census[tokens-1]}
	for _, d := range a.Drafts {
		r.drafts = append(r.drafts, draft{d.Input, d.Logits})
		censuses = append(censuses, d.Census)
	}
	for i, row := range r.each() {
		if len(row.values) != vocabulary {
			return nil, fmt.Errorf("%s has %d logits, not %d", row.name, len(row.values), vocabulary)
		}
		if got := count(row.values); got != censuses[i] {
			return nil, fmt.Errorf("%s is said to be %v and is %v", row.name, censuses[i], got)
		}
	}
	for _, list := range [][]int{r.best, r.inputs()} {
		for _, token := range list {
			if token < 0 || token >= vocabulary {
				return nil, fmt.Errorf("%d is no token", token)
			}
		}
	}
	return r, nil
}
