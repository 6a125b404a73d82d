package generate

import (
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/sample"
)

// verdict is what the target says of a proposal.
type verdict struct {
	accepted   int  // tokens of the proposal, a stop token being the last
	correction *int // sampled: what stands in place of the first rejected one
}

// accept holds a proposal against the target's rows, one after the other up to the
// first rejection.
func (l *loop) accept(p proposal, w window, e *Event) (verdict, error) {
	var v verdict
	stopped := false
	for i, token := range p.tokens {
		d, err := l.decide(w.judged[i], p, i)
		if err != nil {
			return v, l.fail(p.kind, len(w.rows), i, w.rows[i], err)
		}
		if d.Accepted || !l.greedy() {
			l.chose(i, d.Token, w.judged[i])
		}
		if p.kind == model.Verify {
			t := &e.Drafts[i]
			t.Examined, t.Accepted, t.Probability, t.Correction = true, d.Accepted, d.Probability, d.Token
			if !d.Accepted {
				e.RejectedAt = i + 1
			}
		}
		if !d.Accepted {
			if !l.greedy() && !stopped {
				v.correction = &d.Token
			}
			break
		}
		if !stopped {
			v.accepted++
		}
		if stopped = stopped || l.stops(token); stopped && p.kind == model.Verify {
			break
		}
		// A copied block is examined to its end even behind a stop, as the oracle
		// does: its draws decide what the stream gives next.
	}
	return v, nil
}

// decide settles one token of a proposal.
func (l *loop) decide(row logits.Checked, p proposal, i int) (sample.Decision, error) {
	if l.greedy() {
		target, err := sample.Greedy(row)
		if err != nil || target != p.tokens[i] {
			return sample.Decision{Token: target}, err
		}
		return sample.Decision{Accepted: true, Token: target, Probability: 1}, nil
	}
	target, err := l.sampler.Distribute(row, l.Sampling)
	if err != nil {
		return sample.Decision{}, err
	}
	d, err := sample.Verify(target, p.dists[i], p.tokens[i], &l.tape)
	if err == nil && !d.Accepted {
		l.tape.chose(d.Token)
	}
	return d, err
}
