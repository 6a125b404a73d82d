package generate

import "rowproof/engine/logits"

// penalties counts what was generated and the tokens ahead of it. The prompt does
// not count: it is the user's.
func (l *loop) penalties(ahead []int) *logits.Penalties {
	p := &logits.Penalties{Presence: l.Presence, Frequency: l.Frequency}
	place := map[int]int{}
	for _, tokens := range [][]int{l.result.Tokens, ahead} {
		for _, token := range tokens {
			i, seen := place[token]
			if !seen {
				i = len(p.Counts)
				place[token] = i
				p.Counts = append(p.Counts, logits.Count{ID: token})
			}
			p.Counts[i].N++
		}
	}
	return p
}

// none is for rows right after what was generated.
func none(int) []int { return nil }
