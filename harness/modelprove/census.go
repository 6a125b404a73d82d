package modelprove

import (
	"fmt"
	"math"
	"strings"

	"rowproof/harness/modelmake"
)

// Census counts what is in a row beside finite values.
type Census struct {
	NaN    int `json:"nan"`
	PosInf int `json:"posinf"`
	NegInf int `json:"neginf"`
}

func (c Census) String() string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{c.NaN, "NaN"}, {c.PosInf, "+Inf"}, {c.NegInf, "-Inf"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if parts == nil {
		return "finite"
	}
	return strings.Join(parts, ", ")
}

// count takes the census of a row.
func count(row []float32) (c Census) {
	for _, v := range row {
		switch classOf(v) {
		case nan:
			c.NaN++
		case posInf:
			c.PosInf++
		case negInf:
			c.NegInf++
		}
	}
	return c
}

// class is what a census tells apart.
type class uint8

const (
	finite class = iota
	nan
	posInf
	negInf
)

func classOf(v float32) class {
	switch f := float64(v); {
	case math.IsNaN(f):
		return nan
	case math.IsInf(f, 1):
		return posInf
	case math.IsInf(f, -1):
		return negInf
	}
	return finite
}

// stated is the census that a kind promises of the row that it breaks.
func stated(k modelmake.Kind, n modelmake.Note, vocabulary int) Census {
	if k.Draft() {
		k = k[1:]
	}
	switch k {
	case modelmake.NaN:
		return Census{NaN: vocabulary}
	case modelmake.PosInf:
		return Census{PosInf: 1}
	case modelmake.AllNeg:
		return Census{NegInf: vocabulary}
	case modelmake.Mask:
		return Census{NegInf: vocabulary - len(n.MaskKeep)}
	case modelmake.One:
		return Census{NaN: 1}
	default: // Most
		return Census{NaN: vocabulary - n.MostFrom}
	}
}
