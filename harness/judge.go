package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sourcegraph/conc/panics"

	"rowproof/oracle"
)

// Judge holds one answer against the expected outcome of its case. err is what
// the engine returned beside seen; with an error the answer is not looked at.
//
// Each part is judged by itself, by its canonical bytes: no tolerance exists here.
// The case differs if any part does (one that is missing or was not asked for
// does), else it is an exception if any part is, else it is equal.
func Judge(c *oracle.Case, exp oracle.Expected, seen oracle.Output, err error) Verdict {
	v := newVerdict(c)
	var known *FaultError
	switch {
	case errors.Is(err, ErrUnsupported):
		v.Outcome, v.Message = NotSupported, err.Error()
	case errors.As(err, &known):
		v.Outcome, v.Fault, v.Message = Differ, known.Fault, err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		v.Outcome, v.Fault, v.Message = Differ, TooSlow, err.Error()
	case errors.As(err, new(*panicError)):
		v.Outcome, v.Fault, v.Message = Differ, Panicked, err.Error()
	case err != nil:
		v.Outcome, v.Fault, v.Message = Differ, Failed, err.Error()
	case seen == nil:
		v.Outcome, v.Fault, v.Message = Differ, NoAnswer, "the engine returned neither an answer nor an error"
	default:
		answered, err := answeredParts(seen)
		if err != nil {
			v.Outcome, v.Fault, v.Message = Differ, Failed, err.Error()
			break
		}
		v.judgeParts(c, exp, answered)
	}
	return v
}

func (v *Verdict) judgeParts(c *oracle.Case, exp oracle.Expected, answered []namedPart) {
	recorded := canonicalParts(c.Out)
	v.Outcome = Equal
	asked := map[string]bool{}
	for _, want := range exp.Parts {
		p := PartVerdict{
			Name:     want.Name,
			Class:    want.Exception,
			Want:     oracle.Canonical(want.Value),
			Seen:     find(answered, want.Name),
			Recorded: find(recorded, want.Name),
		}
		p.Outcome = p.judge()
		asked[want.Name] = true
		v.add(p)
	}
	for _, p := range answered {
		if !asked[p.name] {
			v.add(PartVerdict{Name: p.name, Outcome: Differ, Seen: p.text, Recorded: find(recorded, p.name)})
		}
	}
}

func (p *PartVerdict) judge() Outcome {
	switch {
	case p.Seen == nil || !bytes.Equal(p.Want, p.Seen):
		return Differ
	case p.Class != "":
		return Exception
	}
	return Equal
}

func (v *Verdict) add(p PartVerdict) {
	v.Parts = append(v.Parts, p)
	switch {
	case p.Outcome == Differ:
		v.Outcome = Differ
	case p.Outcome == Exception && v.Outcome == Equal:
		v.Outcome = Exception
	}
	if p.Outcome == Exception && !slices.Contains(v.Classes, p.Class) {
		v.Classes = append(v.Classes, p.Class)
	}
}

type namedPart struct {
	name string
	text json.RawMessage
}

func canonicalParts(out oracle.Output) []namedPart {
	var parts []namedPart
	for _, p := range out.Parts() {
		parts = append(parts, namedPart{p.Name, oracle.Canonical(p.Value)})
	}
	return parts
}

// answeredParts are the parts of an engine's answer. An answer that is no outcome of
// its kind (neither token nor error, say) does not marshal, and the panic of that is
// the engine's.
func answeredParts(out oracle.Output) (parts []namedPart, err error) {
	if r := panics.Try(func() { parts = canonicalParts(out) }); r != nil {
		return nil, fmt.Errorf("the answer is no outcome: %v", r.Value)
	}
	return parts, nil
}

func find(parts []namedPart, name string) json.RawMessage {
	for _, p := range parts {
		if p.name == name {
			return p.text
		}
	}
	return nil
}
