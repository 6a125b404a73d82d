package harness

// FaultError is an error of an engine that knows more of it than that there is one:
// Judge takes its fault over.
type FaultError struct {
	Fault Fault
	Err   error // its first line stands for the whole in a one-line summary
}

func (e *FaultError) Error() string { return e.Err.Error() }

func (e *FaultError) Unwrap() error { return e.Err }
