package logits

import "fmt"

// Route names the reader a row is checked for. It decides the arithmetic of
// the penalties, and so whether a row is still finite after them.
type Route uint8

// The three readers.
const (
	// Greedy takes the argmax; penalties in the row's dtype.
	Greedy Route = iota
	// TopK samples from the best k; penalties in the row's dtype.
	TopK
	// Dense samples from the whole vocabulary; penalties in float64.
	Dense
)

// The readers' names in errors, in the oracle's words.
const (
	WhereGreedy     = "greedy argmax"
	WhereSoftmax    = "softmax"
	WhereSparse     = "SparseDistribution"
	WhereAcceptance = "acceptance"
)

func (r Route) String() string {
	switch r {
	case Greedy:
		return "greedy"
	case TopK:
		return "top-k"
	case Dense:
		return "dense"
	}
	return fmt.Sprintf("Route(%d)", uint8(r))
}

func (r Route) where() string {
	if r == Greedy {
		return WhereGreedy
	}
	return WhereSoftmax
}

// subtract returns value-delta in the arithmetic of the route. In a half
// precision dtype both the delta and the result are rounded, so that a float16
// logit can overflow here on the dtype routes and stay legal on the dense one.
func (r Route) subtract(row Row, value, delta float64) float64 {
	if r == Dense {
		return value - delta
	}
	return float64(row.round(float32(value) - row.round(float32(delta))))
}
