package fresh

import (
	"context"

	"rowproof/oracle"
)

// Shrink makes a failing case small and keeps the failure: fewer rows, narrower
// ones, fewer penalties, tokens and calls, plain values, default parameters. fails
// says whether a case still fails; it is asked at most budget times and never after
// ctx has ended. It gets a question of its own each time, with Out nil, and may leave
// the answer that it compared with in Out; the last failing case comes back with it.
//
// Every case that fails is shown, and the result, are cases that a file can hold. c
// itself is taken to fail and is not changed. Id, kind and the rest of a case's
// description stay, so a shrunk row need not be what its kind says.
func Shrink(ctx context.Context, c *oracle.Case, fails func(*oracle.Case) bool, budget int) *oracle.Case {
	best, err := oracle.CopyInput(c)
	if err != nil {
		return c // no case that could be taken apart
	}
	best.Out, best.File, best.Line = c.Out, c.File, c.Line
	s := &shrinker{ctx: ctx, fails: fails, budget: budget, best: best}
	for again := true; again; {
		before := s.successes
		s.drop(rowCount, dropRows, 1)
		s.drop(width, cutColumns, 1)
		s.drop(countCount, dropCounts, 0)
		s.drop(overlayCount, dropOverlay, 0)
		for _, e := range settings() {
			s.try(e)
		}
		s.plainValues()
		again = s.successes > before
	}
	return s.best
}

// edit makes a case simpler in one way; false: it is as simple in that way already.
type edit func(c *oracle.Case) bool

type shrinker struct {
	ctx       context.Context
	fails     func(*oracle.Case) bool
	budget    int
	best      *oracle.Case
	successes int
}

// try keeps an edit if the case still fails with it.
func (s *shrinker) try(e edit) bool {
	if s.budget <= 0 || s.ctx.Err() != nil {
		return false
	}
	draft, err := oracle.CopyInput(s.best)
	if err != nil || !e(draft) {
		return false
	}
	small, err := oracle.CopyInput(draft)
	if err != nil {
		return false // the edit went outside the format
	}
	small.File, small.Line = s.best.File, s.best.Line
	s.budget--
	if !s.fails(small) {
		return false
	}
	s.best = small
	s.successes++
	return true
}

// drop takes pieces out of something that has a size, halves first, then smaller and
// smaller ones, down to least.
func (s *shrinker) drop(size func(*oracle.Case) int, cut func(c *oracle.Case, lo, hi int) bool, least int) {
	for step := max(1, size(s.best)/2); step > 0; step /= 2 {
		for lo := 0; lo+step <= size(s.best) && size(s.best)-step >= least; {
			if !s.try(func(c *oracle.Case) bool { return cut(c, lo, lo+step) }) {
				lo += step
			}
		}
	}
}
