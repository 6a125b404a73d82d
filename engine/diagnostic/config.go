package diagnostic

import "errors"

// Config are the sampling controls both samplers read. What an odd value means
// is said at each of them.
type Config struct {
	Temperature float64
	TopP        float64
	TopK        int
}

// nucleus says whether TopP cuts anything: only strictly between 0 and 1. A NaN
// is off.
func (c Config) nucleus() bool { return c.TopP > 0 && c.TopP < 1 }

var (
	// ErrTopK says that TopK is not a number of candidates this row can give,
	// or more than the sampler takes.
	ErrTopK = errors.New("top_k out of range")
	// ErrRows says that the rows of a call are missing, empty or of different
	// widths.
	ErrRows = errors.New("rows do not form a matrix")
)
