package explain

import (
	"fmt"
	"math"
	"strings"
)

// marks are the characters of a picture: eight heights from low to high, and one
// for each value that has no height.
type marks struct {
	heights             []rune
	nan, posInf, negInf rune
}

var (
	unicodeMarks = marks{[]rune("▁▂▃▄▅▆▇█"), '×', '↑', '↓'}
	asciiMarks   = marks{[]rune("_.-=+*#@"), 'N', '^', 'v'}
)

// Picture draws values in at most columns characters. A row that fits is one line,
// one character per value. A wider one is binned and drawn as two lines, the
// largest and the smallest value of each bin. A bin that holds a NaN shows nothing
// but the mark of NaN, one with +Inf that of +Inf; -Inf is a legal mask and shows
// only where a bin holds nothing else.
func Picture(values []float64, columns int, ascii bool) []string {
	m := unicodeMarks
	if ascii {
		m = asciiMarks
	}
	c := Count(values)
	if len(values) <= columns {
		return []string{m.line(values, c), m.legend(c)}
	}
	size := (len(values) + columns - 1) / columns
	highs, lows := bins(values, size)
	return []string{
		"max " + m.line(highs, c),
		"min " + m.line(lows, c),
		fmt.Sprintf("each character is %d values; %s", size, m.legend(c)),
	}
}

// bins gives the largest and smallest value of each run of size values.
func bins(values []float64, size int) (highs, lows []float64) {
	for begin := 0; begin < len(values); begin += size {
		high, low := bin(values[begin:min(begin+size, len(values))])
		highs, lows = append(highs, high), append(lows, low)
	}
	return highs, lows
}

func bin(values []float64) (high, low float64) {
	c := Count(values)
	switch {
	case c.NaN > 0:
		return math.NaN(), math.NaN()
	case c.PosInf > 0:
		return math.Inf(1), math.Inf(1)
	case c.Finite() == 0:
		return math.Inf(-1), math.Inf(-1)
	}
	return c.Max, c.Min
}

func (m marks) line(values []float64, c Census) string {
	line := make([]rune, len(values))
	for i, v := range values {
		line[i] = m.of(v, c)
	}
	return string(line)
}

func (m marks) of(v float64, c Census) rune {
	switch {
	case math.IsNaN(v):
		return m.nan
	case math.IsInf(v, 1):
		return m.posInf
	case math.IsInf(v, -1):
		return m.negInf
	}
	top := len(m.heights) - 1
	span := c.Max/2 - c.Min/2 // halves: the span of a row can be larger than any float64
	if span == 0 {
		return m.heights[top/2]
	}
	return m.heights[int(math.Round(float64(top)*((v/2-c.Min/2)/span)))]
}

func (m marks) legend(c Census) string {
	legend := []string{fmt.Sprintf("%c low to %c high", m.heights[0], m.heights[len(m.heights)-1])}
	for _, mark := range []struct {
		n    int
		r    rune
		name string
	}{{c.NaN, m.nan, "NaN"}, {c.PosInf, m.posInf, "+Inf"}, {c.NegInf, m.negInf, "-Inf"}} {
		if mark.n > 0 {
			legend = append(legend, fmt.Sprintf("%c %s", mark.r, mark.name))
		}
	}
	return strings.Join(legend, ", ")
}
