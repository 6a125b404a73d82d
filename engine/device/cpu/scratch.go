package cpu

import "sync"

// scratch is working memory of one goroutine for the time of one operation.
type scratch struct{ values []float32 }

var pool = sync.Pool{New: func() any { return new(scratch) }}

func newScratch() *scratch { return pool.Get().(*scratch) }

func (s *scratch) free() { pool.Put(s) }

// take returns n values of any content; the ones taken before are gone.
func (s *scratch) take(n int) []float32 {
	if cap(s.values) < n {
		s.values = make([]float32, n)
	}
	return s.values[:n]
}
