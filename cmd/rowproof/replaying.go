package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"rowproof/harness"
	"rowproof/harness/report"
	"rowproof/oracle"
)

// shownProblems is how many cases are named on stderr; a report names all.
const shownProblems = 20

// replay asks the engine, with a progress bar where there is a terminal.
func (p *program) replay(ctx context.Context, files []*oracle.File, o harness.Options) (*harness.Summary, error) {
	bar := p.newBar("replay")
	o.Progress = func(done, total int, v *harness.Verdict) {
		p.log.Debug("case", "id", v.ID, "outcome", v.Outcome, "elapsed", v.Elapsed)
		bar.at(done, total)
	}
	s, err := harness.Replay(ctx, p.engine, files, o)
	bar.close()
	return s, err
}

// finish shows what a run came to, writes the report if a folder is named, and ends
// with the closing line. The error carries the exit code.
func (p *program) finish(s *harness.Summary, features []report.Feature, out string) error {
	// The report first: whoever reads the table may close it early.
	if out != "" {
		d := report.New(report.Tool{Name: "rowproof", Version: version()}, report.Here(scanKind()), s, features)
		if err := report.Write(out, d, report.NewJUnit(s, features)); err != nil {
			return coded(exitUsage, err)
		}
		p.log.Info("report written", "folder", out)
	}
	report.Table(p.stdout, s, features, p.look())
	p.problems(s, features)
	if _, err := fmt.Fprintln(p.stdout, s.Line()); err != nil {
		return coded(exitUsage, fmt.Errorf("the result cannot be shown: %w", err))
	}
	return p.judgement(s, features)
}

func (p *program) problems(s *harness.Summary, features []report.Feature) {
	shown, more := 0, 0
	declined := map[string]int{} // by what was said: a group left out is one line
	for _, v := range s.NotProven() {
		switch {
		case v.Outcome == harness.NotSupported:
			declined[v.Group+": "+v.Problem()]++
		case shown == shownProblems:
			more++
		default:
			shown++
			fmt.Fprintf(p.stderr, "rowproof: %s:%d: case %s: %s\n", v.File, v.Line, v.ID, v.Problem())
		}
	}
	if more > 0 {
		fmt.Fprintf(p.stderr, "rowproof: %d more cases differ\n", more)
	}
	for _, what := range slices.Sorted(maps.Keys(declined)) {
		fmt.Fprintf(p.stderr, "rowproof: %d cases not supported, %s\n", declined[what], what)
	}
	for _, f := range features {
		for _, sc := range f.Scenarios {
			if !sc.Passed {
				fmt.Fprintf(p.stderr, "rowproof: %s: scenario %q: %s\n", f.File, sc.Name, sc.Message)
			}
		}
	}
}

// judgement turns counts into an exit code.
func (p *program) judgement(s *harness.Summary, features []report.Feature) error {
	failed := 0
	for _, f := range features {
		failed += f.Failed()
	}
	n := s.Total
	switch {
	case n.Differ > 0:
		return coded(exitFailed, fmt.Errorf("%d of %d cases differ", n.Differ, n.Total))
	case failed > 0:
		return coded(exitFailed, fmt.Errorf("%d scenarios failed", failed))
	case n.Total == 0:
		return coded(exitNothing, errors.New("nothing was proven: no case was asked"))
	case n.Unsupported > 0 && !p.foreign:
		return coded(exitNothing, fmt.Errorf("%d of %d cases are not supported by the engine", n.Unsupported, n.Total))
	case n.Equal == 0:
		return coded(exitNothing, errors.New("nothing was proven: no case is equal"))
	}
	return nil
}
