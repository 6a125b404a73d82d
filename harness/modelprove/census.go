package modelprove

import (
	"math"

	"rowproof/harness/e2erecord"
	"rowproof/harness/modelmake"
)

// count takes the census of a row.
func count(row []float32) (c e2erecord.Census) {
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
func stated(k modelmake.Kind, n modelmake.Note, vocabulary int) e2erecord.Census {
	if k.Draft() {
		k = k[1:]
	}
	switch k {
	case modelmake.NaN:
		return e2erecord.Census{NaN: vocabulary}
	case modelmake.PosInf:
		return e2erecord.Census{PosInf: 1}
	case modelmake.AllNeg:
		return e2erecord.Census{NegInf: vocabulary}
	case modelmake.Mask:
		return e2erecord.Census{NegInf: vocabulary - len(n.MaskKeep)}
	case modelmake.One:
		return e2erecord.Census{NaN: 1}
	default: // Most
		return e2erecord.Census{NaN: vocabulary - n.MostFrom}
	}
}
