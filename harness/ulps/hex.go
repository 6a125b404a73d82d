package ulps

import (
	"fmt"
	"math"
	"strconv"
)

// OfHex is the distance between two numbers written as receipts write them: 16 hex
// digits are the bits of a float64, 8 those of a float32. Both must have one length.
// The error says what could not be read.
func OfHex(a, b string) (Distance, error) {
	if len(a) != len(b) {
		return Distance{}, fmt.Errorf("%q and %q are not of one type", a, b)
	}
	x, y, err := parsePair(a, b)
	if err != nil {
		return Distance{}, err
	}
	if len(a) == 8 {
		return Of32(uint32(x), uint32(y)), nil
	}
	return Of64(x, y), nil
}

// Value is the number that 16 or 8 hex digits stand for, as the shortest decimal
// that reads back as the same bits.
func Value(hex string) (string, error) {
	bits, err := parse(hex)
	if err != nil {
		return "", err
	}
	if len(hex) == 8 {
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32), nil
	}
	return strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64), nil
}

// IsHex reports whether s could be the bits of a number: 8 or 16 lower-case hex digits.
func IsHex(s string) bool {
	if len(s) != 8 && len(s) != 16 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func parsePair(a, b string) (x, y uint64, err error) {
	if x, err = parse(a); err != nil {
		return 0, 0, err
	}
	y, err = parse(b)
	return x, y, err
}

func parse(hex string) (uint64, error) {
	if !IsHex(hex) {
		return 0, fmt.Errorf("%q is not the bits of a number: want 8 or 16 hex digits", hex)
	}
	return strconv.ParseUint(hex, 16, 4*len(hex))
}
