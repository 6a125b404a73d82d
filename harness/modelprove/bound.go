package modelprove

import (
	"fmt"
	"math"
)

// Bound is how far a row may be from the oracle's.
type Bound struct {
	Most float64
	// Relative bounds are in units of the largest magnitude of the oracle's row.
	Relative bool
}

// roundings is the bound of 16-bit dtypes, in units of what rounding a value to such a
// dtype can change it by. The oracle rounds the result of every operation and we none,
// so that no row can be near: on models of the default options rows differ by up to 13
// units in either dtype, on models of the default width with 4 to 32 layers by up to 41.
// That nothing but rounding makes the difference is what the copy in float32 shows.
const roundings = 48

// bounds are stated by the dtype of the embedding. In float32 both sides compute the
// same and differ in the order of sums, which is 2e-5 on models of the default options.
var bounds = map[string]Bound{
	"F32":  {Most: 1e-4},
	"BF16": {Most: roundings * 0x1p-8, Relative: true},
	"F16":  {Most: roundings * 0x1p-11, Relative: true},
}

func (b Bound) String() string {
	if b.Relative {
		return fmt.Sprintf("%.2g of the largest logit", b.Most)
	}
	return fmt.Sprintf("%.2g", b.Most)
}

// measure is the largest difference of two rows of one width, in units of the bound:
// NaN or infinite where one of them is not finite and the other is something else.
func (b Bound) measure(oracle, ours []float32) float64 {
	most, largest := 0.0, 0.0
	for id, want := range oracle {
		if want != ours[id] {
			most = max(most, math.Abs(float64(want)-float64(ours[id])))
		}
		largest = max(largest, math.Abs(float64(want)))
	}
	if b.Relative && most > 0 {
		return most / largest
	}
	return most
}
