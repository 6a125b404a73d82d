package harness

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"rowproof/oracle"
)

// Verdict is what one case came to, with enough beside it to say why.
type Verdict struct {
	ID, Group, Kind, Entry string
	File                   string // the receipt file, as it was named
	Line                   int    // of the case in it; 1 is the header

	Outcome Outcome
	Classes []oracle.Class // of the parts that are exceptions, each once, in order
	Fault   Fault          // set when the case differs without a judgement of its parts
	Message string         // the engine's reason (unsupported) or what went wrong (fault)
	Parts   []PartVerdict
	Elapsed time.Duration // the engine's time for this case
}

// PartVerdict is what one of the calls of a case came to. Want, Seen and Recorded
// are canonical JSON; Seen or Want is nil where the part is missing on that side.
// Replay drops all three from parts that are equal.
type PartVerdict struct {
	Name    string
	Outcome Outcome
	Class   oracle.Class // of an exception, also where the answer differs from it

	Want, Seen, Recorded json.RawMessage
}

// OK reports whether the case is proven: equal or a declared exception.
func (v *Verdict) OK() bool { return v.Outcome == Equal || v.Outcome == Exception }

func newVerdict(c *oracle.Case) Verdict {
	return Verdict{ID: c.ID, Group: c.Group, Kind: c.Kind, Entry: c.Entry, File: c.File, Line: c.Line}
}

// Problem says in one line why a case is not proven: the engine's own words, or
// the first part that differs and its first difference. It is "" for a proven case.
func (v *Verdict) Problem() string {
	if v.OK() {
		return ""
	}
	if v.Outcome == NotSupported {
		return "unsupported: " + v.Message
	}
	if v.Fault == Undeclared {
		return v.Message
	}
	if v.Fault != "" {
		first, _, _ := strings.Cut(v.Message, "\n") // of a panic: without its stack
		return fmt.Sprintf("no answer (%s): %s", v.Fault, first)
	}
	for _, p := range v.Parts {
		if p.Outcome == Differ {
			return p.problem()
		}
	}
	return "differs"
}

func (p *PartVerdict) problem() string {
	switch {
	case p.Seen == nil:
		return p.Name + ": this part is missing in the answer"
	case p.Want == nil:
		return p.Name + ": this part was not asked for"
	}
	differences := p.Differences()
	if len(differences) == 0 {
		return p.Name + ": differs"
	}
	text := p.Name + ": " + differences[0].String()
	if more := len(differences) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// Differences lists where the wanted and the seen value of a part differ.
func (p *PartVerdict) Differences() []Difference {
	return Differences(unpack(p.Name, p.Want), unpack(p.Name, p.Seen))
}
