package fresh

import (
	"math"
	"slices"

	"rowproof/oracle"
)

// mixed makes 25 cases of each pair of sparse and dense distributions.
func mixed(s *stream, slot int) *oracle.Case {
	mix := []string{"ss", "sd", "ds", "dd"}[slot%4]
	n := pick(s, 2, 4, 9, 20, 33, 65)
	target, draft := s.dist(mix[0], n), s.dist(mix[1], n)
	variant := "plain"
	switch {
	case slot%10 == 5:
		draft, variant = convert(target, mix[1]), "equal"
	case slot%20 == 6, slot%20 == 12:
		draft, variant = oneHot(s.below(n), n), "one_hot_q"
	case slot%10 == 8 && mix[0] == 's':
		target, variant = oneHot(s.below(n), n), "one_hot_p"
	case slot%10 == 9 && mix[0] == 'd', slot%20 == 2:
		s.spoilTarget(target.All)
		variant = "dense_p_nonfinite"
	case slot%20 == 11 && mix == "dd":
		target, variant = oracle.RawDist{Type: "dense", All: make(oracle.F64s, n)}, "dense_p_zero"
	}
	in := &oracle.MixedIn{Target: target, Draft: draft, RNGSeed: s.seed31()}
	for range 4 {
		in.Tokens = append(in.Tokens, int64(s.below(n)))
	}
	return &oracle.Case{Kind: mix + ":" + variant, Entry: oracle.EntryMixed, In: in}
}

// spoilTarget makes of probabilities no distribution. The shared receipts hold one
// +Inf at most here: no NaN, no -Inf and nothing twice.
func (s *stream) spoilTarget(p []float64) {
	bad := []float64{math.NaN(), math.Inf(1), math.Inf(-1)}
	switch s.below(6) {
	case 0:
		p[s.below(len(p))] = bad[1]
	case 1:
		p[s.below(len(p))] = bad[2]
	case 2:
		for i := range p {
			p[i] = bad[0]
		}
	case 3:
		for range 2 {
			p[s.below(len(p))] = pick(s, bad...)
		}
	default:
		p[s.below(len(p))] = bad[0]
	}
}

// dist is a sparse ('s') or dense ('d') distribution with up to 20 tokens.
func (s *stream) dist(form byte, n int) oracle.RawDist {
	ids := s.perm(n)[:s.between(1, min(n, 20))]
	slices.Sort(ids)
	weights := make([]float64, len(ids))
	for i := range weights {
		u := s.unit()
		weights[i] = float64(u*u) + 1e-9
	}
	d := oracle.RawDist{Type: "sparse", Vocab: &n, P: unitMass(weights)}
	for _, id := range ids {
		d.IDs = append(d.IDs, int64(id))
	}
	return convert(d, form)
}

func oneHot(id, n int) oracle.RawDist {
	return oracle.RawDist{Type: "sparse", Vocab: &n, IDs: []int64{int64(id)}, P: oracle.F64s{1}}
}

// convert gives the same distribution in a form.
func convert(d oracle.RawDist, form byte) oracle.RawDist {
	n := d.Width()
	switch {
	case form == 'd' && d.Type == "sparse":
		all := make(oracle.F64s, n)
		for i, id := range d.IDs {
			all[id] = d.P[i]
		}
		return oracle.RawDist{Type: "dense", All: all}
	case form == 's' && d.Type == "dense":
		out := oracle.RawDist{Type: "sparse", Vocab: &n}
		for id, p := range d.All {
			if p > 0 {
				out.IDs, out.P = append(out.IDs, int64(id)), append(out.P, p)
			}
		}
		return out
	}
	if d.Type == "dense" {
		d.All = slices.Clone(d.All)
	}
	return d
}
