package oracle

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
)

// MakeRow is the row of these values in format dt: each becomes the nearest value
// of the format, ties to even; what is too large becomes an infinity, and a NaN
// the quiet one (a payload alone, cut off, would leave an infinity).
func MakeRow(dt DType, values []float32) Row {
	var r Row
	r.alloc(dt, len(values))
	for i, v := range values {
		if v != v {
			v = float32(math.NaN())
		}
		r.set(i, dt.narrow(v))
	}
	return r
}

// MakeRecipeRow is a row of n values (an even number) that is written down as a
// key: see Recipe.
func MakeRecipeRow(dt DType, n int, key [2]uint32) Row {
	var r Row
	r.alloc(dt, n)
	for i := range n / 2 {
		a, b := threefry(key[0], key[1], uint32(i), uint32(i+n/2))
		r.set(i, dt.narrow(twentyBit(a)))
		r.set(i+n/2, dt.narrow(twentyBit(b)))
	}
	sum := sha256.Sum256(r.bytes())
	r.Recipe = &Recipe{Name: threefryRecipe, Key: key, SHA256: hex.EncodeToString(sum[:])}
	return r
}
