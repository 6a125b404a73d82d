package e2e

import (
	"slices"

	"rowproof/oracle"
)

// siblings are the tokens that runs of a file must have in common. Runs with the same
// inputs give the same tokens up to their faults; greedy ones give the target's tokens,
// whatever lane, depth and copying.
type siblings map[string][]int

// add holds a record against those before it.
func (s siblings) add(r *Record) error {
	if r.Rows != nil {
		return nil
	}
	if err := s.agree(r.runKey(r.Poison), r.healthy()); err != nil {
		return err
	}
	if r.clean == nil {
		return nil
	}
	streamed := slices.DeleteFunc(slices.Clone(r.clean.Tokens), func(token int) bool { return slices.Contains(r.Params.Stop, token) })
	return s.agree(r.clean.runKey(""), streamed)
}

func (s siblings) agree(key string, tokens []int) error {
	known := s[key]
	n := min(len(known), len(tokens))
	if !slices.Equal(known[:n], tokens[:n]) {
		return badf("tokens of a healthy run are not those of a record before it with the same inputs")
	}
	if len(tokens) > n {
		s[key] = tokens
	}
	return nil
}

// runKey names what the tokens of a run hang on.
func (r *Record) runKey(poison string) string {
	p := r.Params
	if p.Sampler.Greedy() {
		p = Params{Sampler: p.Sampler, Stop: p.Stop}
	}
	return string(encode([]any{r.Prompt, poison, p}))
}

// healthy are the tokens that were streamed before a fault can have changed anything.
func (r *Record) healthy() []int {
	n := len(r.Streamed)
	before := func(streamed, row int, window bool) {
		if window && r.Params.Sampler.Greedy() { // the rows before it are read first
			streamed += row
		}
		n = min(n, streamed)
	}
	if b := r.FirstBad; b != nil {
		before(b.Streamed, b.Row, b.Kind == "verify" || b.Kind == "copy")
	}
	if f := r.Fault; f != nil {
		before(f.Hits[0].Streamed, f.Hits[0].Row, f.window())
		for _, h := range f.Hits[1:] {
			n = min(n, h.Streamed)
		}
	}
	return r.Streamed[:n]
}

// Distinct refuses two records of the same inputs in files that are replayed together:
// the run would count twice. The error is an *oracle.FormatError of the second one.
func Distinct(files []*File) error {
	seen := map[string]*Record{}
	for _, f := range files {
		for _, r := range f.Records {
			key := r.inputs(&f.Meta)
			if other, ok := seen[key]; ok {
				return formatError(r, badf("the same inputs as %s in %s:%d", other.ID, other.File, other.Line))
			}
			seen[key] = r
		}
	}
	return nil
}

// inputs names everything that a run is made of. A greedy run draws nothing from its
// seed.
func (r *Record) inputs(m *Meta) string {
	p := r.Params
	if p.Sampler.Greedy() {
		p.Seed = 0
	}
	return string(encode([]any{m.ModelSHA256, r.Rows != nil, r.Prompt, p, r.Poison, r.Fault}))
}

func formatError(r *Record, err error) error {
	return &oracle.FormatError{File: r.File, Line: r.Line, Case: r.ID, Err: err}
}
