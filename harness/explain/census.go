package explain

import (
	"fmt"
	"math"
	"strings"
)

// maxFaults is how many positions of broken values are named.
const maxFaults = 6

// Census counts what a row holds. Positions are indices into the row.
type Census struct {
	Width, NaN, PosInf, NegInf int
	Min, Max                   float64 // over the finite values; meaningless if there is none
	ArgMax                     int     // lowest index of Max
	Faults                     []Fault // the first NaNs and +Infs, in order of position
}

// Fault is one value that breaks a row.
type Fault struct {
	At   int
	What string // "NaN" or "+Inf"
}

// Count takes the census of values.
func Count(values []float64) Census {
	c := Census{Width: len(values), Min: math.Inf(1), Max: math.Inf(-1)}
	for i, v := range values {
		switch {
		case math.IsNaN(v):
			c.NaN++
			c.fault(i, "NaN")
		case math.IsInf(v, 1):
			c.PosInf++
			c.fault(i, "+Inf")
		case math.IsInf(v, -1):
			c.NegInf++
		default:
			c.Min = min(c.Min, v)
			if v > c.Max {
				c.Max, c.ArgMax = v, i
			}
		}
	}
	return c
}

func (c *Census) fault(i int, what string) {
	if len(c.Faults) < maxFaults {
		c.Faults = append(c.Faults, Fault{i, what})
	}
}

// Finite is the number of finite values.
func (c *Census) Finite() int { return c.Width - c.NaN - c.PosInf - c.NegInf }

// Lines are the census in words. g formats a number of the row's type.
func (c *Census) Lines(g func(float64) string) []string {
	text := fmt.Sprintf("width %d: %d finite, %d NaN, %d +Inf, %d -Inf", c.Width, c.Finite(), c.NaN, c.PosInf, c.NegInf)
	if c.Finite() > 0 {
		text += fmt.Sprintf("; finite from %s to %s (first at %d)", g(c.Min), g(c.Max), c.ArgMax)
	}
	lines := []string{text}
	if len(c.Faults) > 0 {
		lines = append(lines, "first faults: "+c.faults())
	}
	return lines
}

func (c *Census) faults() string {
	var list []string
	for _, f := range c.Faults {
		list = append(list, fmt.Sprintf("%s at %d", f.What, f.At))
	}
	if more := c.NaN + c.PosInf - len(c.Faults); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}
