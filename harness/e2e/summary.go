package e2e

import (
	"fmt"
	"runtime/debug"
	"strings"

	"rowproof/engine/logits"
	"rowproof/harness"
	"rowproof/oracle/e2e"
)

// Summary is what a replay came to.
type Summary struct {
	*harness.Summary
	// LeftOut are records that document the oracle only. They are not run and in no
	// count.
	LeftOut []*e2e.Record
	// The largest differences that were met, of the numbers that may differ.
	Row, Probability float64
	// Compared are the tokens that were compared of each bfloat16 record.
	Compared []int

	rows, probabilities bool
}

// Notes are what the counts do not say, a sentence each.
func (s *Summary) Notes() []string {
	var notes []string
	if s.rows {
		notes = append(notes, fmt.Sprintf("golden rows are off by %.2g at most, %g is allowed", s.Row, e2e.WithinRow))
	}
	if s.probabilities {
		notes = append(notes, fmt.Sprintf("probabilities of acceptance are off by %.2g at most, %g is allowed", s.Probability, e2e.WithinProbability))
	}
	if len(s.Compared) > 0 {
		notes = append(notes, fmt.Sprintf("greedy bfloat16 records are compared up to the first row with a gap below %g, and %d tokens at least: %s tokens",
			e2e.BF16Gap, e2e.BF16Least, strings.Trim(fmt.Sprint(s.Compared), "[]")))
	}
	if n := len(s.LeftOut); n > 0 {
		notes = append(notes, fmt.Sprintf("%d sampled bfloat16 records are informative and were left out of the count", n))
	}
	return notes
}

func (r *run) summarize(files []*e2e.File) *Summary {
	var sources []harness.Source
	for _, f := range files {
		sources = append(sources, harness.Source{File: f.Name, Schema: "rowproof-e2e/1", Group: f.Meta.Records, Cases: f.Meta.Cases})
	}
	s := &Summary{Summary: harness.Summarize(info(), sources, r.verdicts, e2e.Reason), LeftOut: r.left}
	s.Stopped = r.stopped
	for i := range r.verdicts {
		m := r.measured[i]
		s.Row, s.Probability = max(s.Row, m.row), max(s.Probability, m.probability)
		if m.compared > 0 {
			s.Compared = append(s.Compared, m.compared)
		}
		for _, p := range r.verdicts[i].Parts {
			s.rows = s.rows || p.Name == e2e.PartLast
			s.probabilities = s.probabilities || p.Name == e2e.PartProbabilities
		}
	}
	return s
}

func info() harness.Info {
	version := "devel"
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" && build.Main.Version != "(devel)" {
		version = build.Main.Version
	}
	return harness.Info{Name: "rowproof", Version: version, Details: map[string]string{"scan": logits.ScanKind()}}
}
