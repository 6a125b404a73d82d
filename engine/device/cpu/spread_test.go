package cpu

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func TestSpreadCoversEverythingOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		for _, group := range []int{1, 4} {
			for n := range 70 {
				seen := make([]atomic.Int32, n)
				spread(n, group, func(from, to int) {
					if from%group != 0 || (to%group != 0 && to != n) {
						t.Errorf("range %d to %d breaks a group of %d", from, to, group)
					}
					for i := from; i < to; i++ {
						seen[i].Add(1)
					}
				})
				for i := range seen {
					if c := seen[i].Load(); c != 1 {
						t.Fatalf("%d of %d was done %d times", i, n, c)
					}
				}
			}
		}
	}
}
