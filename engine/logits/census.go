package logits

// census reads a row a second time and counts what is wrong with it, after
// penalties.
func (c *Checked) census(where string) *NumericalError {
	e := &NumericalError{Where: where, Width: c.Width()}
	values := make([]float64, c.Width())
	c.Float64s(values)
	for _, v := range values {
		e.count(v)
	}
	return e
}

// NoMass is the error for a healthy row that leaves no positive mass to choose
// from: a temperature that over- or underflows, say. It carries the row's
// census like any other numerical error.
func NoMass(c Checked, where string) *NumericalError { return c.census(where) }
