package generate

import "rowproof/engine/logits"

// counts are the tokens generated so far, each with how often it occurs. The prompt
// does not count: it is the user's.
type counts struct {
	list  []logits.Count
	place map[int]int // of a token in the list
}

func (c *counts) add(token int) {
	i, seen := c.place[token]
	if !seen {
		if c.place == nil {
			c.place = map[int]int{}
		}
		i = len(c.list)
		c.place[token] = i
		c.list = append(c.list, logits.Count{ID: token})
	}
	c.list[i].N++
}

// with are the counts after more tokens.
func (c *counts) with(ahead []int) []logits.Count {
	if len(ahead) == 0 {
		return c.list
	}
	list := append([]logits.Count(nil), c.list...)
	fresh := map[int]int{}
	for _, token := range ahead {
		i, seen := c.place[token]
		if !seen {
			i, seen = fresh[token]
		}
		if !seen {
			i = len(list)
			fresh[token] = i
			list = append(list, logits.Count{ID: token})
		}
		list[i].N++
	}
	return list
}

// penalties are those of a row behind what was generated and some tokens ahead of it.
func (l *loop) penalties(ahead []int) *logits.Penalties {
	if !l.penalised() {
		return nil
	}
	return &logits.Penalties{Presence: l.Presence, Frequency: l.Frequency, Counts: l.counts.with(ahead)}
}

// none is for rows right behind what was generated.
func none(int) []int { return nil }
