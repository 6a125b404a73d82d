package cpu

import (
	"runtime"
	"sync/atomic"

	"github.com/sourcegraph/conc"
)

// large is the number of products from which waking other cores pays: about a
// tenth of a millisecond of one core.
const large = 1 << 20

// spread calls body for ranges that make up 0..n-1, from as many goroutines as
// there are cores; all but the last range are whole groups. Faster cores take
// more of the ranges, so nothing that body computes may depend on where a range
// begins.
func spread(n, group int, body func(from, to int)) {
	workers := runtime.GOMAXPROCS(0)
	part := max(1, n/(4*workers*group)) * group
	var next atomic.Int64
	var running conc.WaitGroup
	for range min(workers, (n+part-1)/part) {
		running.Go(func() {
			for {
				from := int(next.Add(int64(part))) - part
				if from >= n {
					return
				}
				body(from, min(from+part, n))
			}
		})
	}
	running.Wait()
}
