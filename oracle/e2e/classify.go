package e2e

import (
	"fmt"
	"slices"

	"rowproof/oracle"
)

// classify says by the record alone how the oracle departs from the law: "" if it
// failed with the census of the broken row and nothing streamed behind it.
func (r *Record) classify() (oracle.Class, error) {
	b := r.FirstBad
	if b == nil {
		return "", nil
	}
	var class oracle.Class
	switch {
	case r.Error == nil:
		class = r.survived(b)
	case r.Error.NaN != b.NaN || r.Error.Inf != b.Inf:
		// another row's error: nobody has described that
	case len(r.Streamed) == b.Streamed:
		return "", nil
	default:
		class = r.failedLater(b)
	}
	if class == "" {
		return "", fmt.Errorf("%w: a broken row in %s, row %d of %d", oracle.ErrUndeclared, b.Kind, b.Row, b.Rows)
	}
	return class, nil
}

// survived is the class of a run that ended well beside a broken row.
func (r *Record) survived(b *Forward) oracle.Class {
	if b.Kind == "draft" {
		if r.Params.Sampler.Greedy() {
			return ClassDraft
		}
		return ""
	}
	round := r.roundAfter(b.Streamed)
	switch {
	case round == nil || b.Kind != "verify" && b.Kind != "copy" || (b.Kind == "copy") != (round.Copied != nil):
		return ""
	case round.Copied != nil && round.Copied.Disabled:
		return ClassHealed
	case b.Row < round.Accepted:
		return ClassAccepted
	case b.Row > round.Accepted:
		return ClassUnread
	case round.RejectedAt > 0 && r.Params.Strategy == Batched:
		return ClassHealed
	case round.RejectedAt == 0 && r.Events[len(r.Events)-1].Round == round:
		return ClassUnread // the answer was complete before its last row
	}
	return ""
}

// roundAfter is the round that made its window when so many tokens were streamed.
func (r *Record) roundAfter(streamed int) *Round {
	n := 0
	for _, e := range r.Events {
		round := e.Round
		if round == nil {
			return nil
		}
		if !round.AlreadyEmitted {
			n++
		}
		if n == streamed {
			return round
		}
		n += r.behind(round)
	}
	return nil
}

// behind counts the tokens of a round behind its primary.
func (r *Record) behind(round *Round) int {
	n := round.Accepted
	switch c := round.Copied; {
	case c != nil && c.Disabled:
		return 0
	case c != nil && c.Correction != nil,
		round.Bonus != nil,
		round.RejectedAt > 0 && !r.Params.Sampler.Greedy():
		n++
	}
	return n
}

// failedLater is the class of a run that streamed more and failed with the same
// census.
func (r *Record) failedLater(b *Forward) oracle.Class {
	if b.Kind != "verify" && b.Kind != "copy" && b.Kind != "repair" {
		return ""
	}
	more := len(r.Streamed) - b.Streamed
	if !r.Params.Sampler.Greedy() {
		// A window's draws are one uniform per row that was examined, and a choice
		// behind the one that rejected.
		rejected := slices.IndexFunc(r.Tape[b.Draws:], func(d Draw) bool { return d.Choice })
		switch {
		case rejected >= 0 && b.Row >= rejected:
			return ClassUnread
		case rejected < 0 && more == b.Row:
			return ClassLate
		}
		return ""
	}
	switch {
	case more < b.Row:
		return ClassUnread
	case more == b.Row:
		return ClassLate
	case r.Fault == nil:
		return ""
	case r.Streamed[b.Streamed+b.Row] == r.Fault.Hits[0].after:
		return ClassAccepted
	}
	return ClassHealed // and a sticky fault met the second forward of a later window
}
