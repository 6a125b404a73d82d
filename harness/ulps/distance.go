package ulps

import (
	"fmt"
	"math"
)

// Distance is how far apart two numbers of one type are.
type Distance struct {
	// Steps counts the numbers passed on the way from one to the other; 0 for
	// equal numbers and for the two zeros. It means nothing when Note is "not a
	// number".
	Steps uint64
	// Note says what Steps cannot: "" (nothing), "sign of zero", "infinite" (one
	// side is an infinity, the other is not the same one) or "not a number".
	Note string
}

// The notes of a Distance.
const (
	SignOfZero = "sign of zero"
	Infinite   = "infinite"
	NotANumber = "not a number"
	NaNPayload = "NaN payload"
)

// String is "3 ulp", or the note where a count would mislead.
func (d Distance) String() string {
	if d.Note != "" {
		return d.Note
	}
	return fmt.Sprintf("%d ulp", d.Steps)
}

// Of64 is the distance between two float64 given as bits.
func Of64(a, b uint64) Distance {
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	return distance(x, y, a == b, steps(ordered64(a), ordered64(b)))
}

// Of32 is the distance between two float32 given as bits.
func Of32(a, b uint32) Distance {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	return distance(float64(x), float64(y), a == b, steps(ordered32(a), ordered32(b)))
}

func distance(x, y float64, same bool, n uint64) Distance {
	switch {
	case same:
		return Distance{}
	case math.IsNaN(x) && math.IsNaN(y):
		return Distance{Note: NaNPayload}
	case math.IsNaN(x) || math.IsNaN(y):
		return Distance{Note: NotANumber}
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return Distance{Steps: n, Note: Infinite}
	case x == 0 && y == 0:
		return Distance{Note: SignOfZero}
	}
	return Distance{Steps: n}
}

// ordered64 maps bits to integers so that neighbouring numbers are neighbouring
// integers; both zeros become 0.
func ordered64(bits uint64) int64 {
	if bits>>63 != 0 {
		return -int64(bits &^ (1 << 63))
	}
	return int64(bits)
}

func ordered32(bits uint32) int64 {
	if bits>>31 != 0 {
		return -int64(bits &^ (1 << 31))
	}
	return int64(bits)
}

// steps is |a-b|. Both are below 2^63 in size, so the difference always fits.
func steps(a, b int64) uint64 {
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}
