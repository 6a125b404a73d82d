package fault

// sentinel is an error that is a constant: a binary that cannot return it does not
// hold its text.
type sentinel string

func (s sentinel) Error() string { return string(s) }

const (
	// ErrReleased refuses every plan in a build without the tag.
	ErrReleased = sentinel("this build injects no faults")
	// ErrPlan refuses a text that is no plan, in a build with the tag.
	ErrPlan = sentinel("no plan of a fault")
	// ErrUnreached is a run that ended before its fault.
	ErrUnreached = sentinel("the planned fault was never reached")
)
