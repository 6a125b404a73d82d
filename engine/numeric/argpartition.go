package numeric

import "math/bits"

// ArgPartition returns the indices of keys in the order in which MLX's CPU
// argpartition leaves them: position kth holds the kth smallest, smaller ones
// stand before it. MLX calls the C++ library's nth_element, and the order on
// each side of kth, which decides the last bit of sums taken in that order, is
// the order libstdc++'s introselect happens to produce. Keys compare as
// numbers, NaN last, ties by index. kth must be within 0..len(keys)-1.
func ArgPartition(keys []float32, kth int) []uint32 {
	order := make([]uint32, len(keys))
	ArgPartitionInto(order, keys, kth)
	return order
}

// ArgPartitionInto is ArgPartition into a slice of the same length as keys.
func ArgPartitionInto(order []uint32, keys []float32, kth int) {
	for i := range order {
		order[i] = uint32(i)
	}
	s := selection{keys, order}
	s.nthElement(kth)
}

// selection is an index array under permutation.
type selection struct {
	keys  []float32
	order []uint32
}

// before is MLX's comparator: a NaN is before nothing, everything else is
// before a NaN.
func (s selection) before(a, b uint32) bool {
	x, y := s.keys[a], s.keys[b]
	switch {
	case x != x:
		return false
	case y != y:
		return true
	}
	return x < y || x == y && a < b
}

func (s selection) less(i, j int) bool { return s.before(s.order[i], s.order[j]) }

func (s selection) swap(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] }

// nthElement narrows [first, last) to the side that holds nth until three or
// fewer remain, or selects by heap once the pivots have been bad too often.
func (s selection) nthElement(nth int) {
	first, last := 0, len(s.order)
	if last == 0 {
		return
	}
	depth := 2 * (bits.Len(uint(last)) - 1)
	for last-first > 3 {
		if depth == 0 {
			s.heapSelect(first, nth+1, last)
			s.swap(first, nth)
			return
		}
		depth--
		if cut := s.partition(first, last); cut <= nth {
			first = cut
		} else {
			last = cut
		}
	}
	s.insertionSort(first, last)
}

// partition puts the median of the second, middle and last element first, as
// pivot, and splits the rest around it without bound checks: the pivot's peers
// stop both scans.
func (s selection) partition(first, last int) int {
	s.medianToFirst(first, first+1, first+(last-first)/2, last-1)
	pivot := s.order[first]
	lo, hi := first+1, last
	for {
		for s.before(s.order[lo], pivot) {
			lo++
		}
		hi--
		for s.before(pivot, s.order[hi]) {
			hi--
		}
		if lo >= hi {
			return lo
		}
		s.swap(lo, hi)
		lo++
	}
}

func (s selection) medianToFirst(dst, a, b, c int) {
	median := a
	if s.less(a, b) {
		if s.less(b, c) {
			median = b
		} else if s.less(a, c) {
			median = c
		}
	} else if !s.less(a, c) {
		if s.less(b, c) {
			median = c
		} else {
			median = b
		}
	}
	s.swap(dst, median)
}

func (s selection) insertionSort(first, last int) {
	for i := first + 1; i < last; i++ {
		v := s.order[i]
		j := i
		for ; j > first && s.before(v, s.order[j-1]); j-- {
			s.order[j] = s.order[j-1]
		}
		s.order[j] = v
	}
}

// heapSelect leaves the smallest middle-first elements of [first, last) as a
// max-heap at the front.
func (s selection) heapSelect(first, middle, last int) {
	heap := s.order[first:middle]
	if n := len(heap); n >= 2 {
		for parent := (n - 2) / 2; parent >= 0; parent-- {
			s.siftDown(heap, parent, heap[parent])
		}
	}
	for i := middle; i < last; i++ {
		if s.less(i, first) {
			v := s.order[i]
			s.order[i] = heap[0]
			s.siftDown(heap, 0, v)
		}
	}
}

// siftDown moves the hole to a leaf first and lifts the value from there, as
// the library does; stopping early would leave equal heaps in another order.
func (s selection) siftDown(heap []uint32, hole int, value uint32) {
	top, n := hole, len(heap)
	child := hole
	for child < (n-1)/2 {
		child = 2 * (child + 1)
		if s.before(heap[child], heap[child-1]) {
			child--
		}
		heap[hole] = heap[child]
		hole = child
	}
	if n%2 == 0 && child == (n-2)/2 {
		child = 2*child + 1
		heap[hole] = heap[child]
		hole = child
	}
	for parent := (hole - 1) / 2; hole > top && s.before(heap[parent], value); parent = (hole - 1) / 2 {
		heap[hole] = heap[parent]
		hole = parent
	}
	heap[hole] = value
}
