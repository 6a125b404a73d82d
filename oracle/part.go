package oracle

// Output is what one case gave: as recorded, as expected, or as answered by an
// engine.
type Output interface {
	// Parts are the calls of the case that are judged one by one.
	Parts() []Part
}

// Part is one judged call. Value marshals to JSON; two parts are equal when
// Canonical gives the same bytes for both values.
type Part struct {
	Name  string
	Value any
}
