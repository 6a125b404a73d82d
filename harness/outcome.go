package harness

// Outcome is what a case, or one part of it, came to.
type Outcome string

// The outcomes: a closed list. A case counts once, under the worst of its parts
// in the order differ, exception, equal.
const (
	// Equal: the answer is bit-equal to the record, and the record is what the
	// law expects.
	Equal Outcome = "equal"
	// Exception: the record is not what the law expects, for a declared reason,
	// and the answer is exactly what the law expects.
	Exception Outcome = "exception"
	// NotSupported: the engine said that it does not answer this case.
	NotSupported Outcome = "unsupported"
	// Differ: anything else.
	Differ Outcome = "differ"
)

// Fault says why a case could not be judged part by part. "" means that it was.
type Fault string

// The faults. Each makes the case differ.
const (
	Panicked Fault = "panic"    // the engine panicked
	TooSlow  Fault = "deadline" // no answer within the deadline of a case
	Failed   Fault = "error"    // the engine returned an error
	NoAnswer Fault = "nothing"  // the engine returned neither answer nor error
	// Of an engine behind a pipe:
	Crashed     Fault = "crash"        // it ended, or could not be started again
	Garbage     Fault = "garbage"      // it wrote what is no answer to this request
	Malformed   Fault = "malformed"    // its answer does not read as an outcome of this case
	ExtraAnswer Fault = "extra-answer" // it wrote more than one answer to a request
	// Undeclared: the record disagrees with the law and no declared exception says
	// why. No engine can be right or wrong here, and it is never a success.
	Undeclared Fault = "record"
)
