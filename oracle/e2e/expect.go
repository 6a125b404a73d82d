package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"

	"rowproof/oracle"
)

// How close numbers must be that another order of summation changes.
const (
	WithinRow         = 1e-4 // a logit
	WithinProbability = 1e-4 // of acceptance
)

// A greedy bfloat16 record is compared up to the first token whose row has, on the
// engine that is held against it, a gap below BF16Gap between the two best logits:
// the oracle rounds its activations, and ties there are real. BF16Least tokens are
// compared in any case.
const (
	BF16Gap   = 0.25
	BF16Least = 8
)

// The parts of an outcome.
const (
	PartTokens        = "tokens"
	PartStreamed      = "streamed"
	PartFinish        = "finish"
	PartTape          = "tape"
	PartEvents        = "events"
	PartProbabilities = "accept_probability"
	PartError         = "error"
	PartForward       = "first_bad" // the first forward with a broken row, as it left the model; null if none
	PartFailure       = "failure"   // the same, as the engine reports it
	PartInjected      = "injected"
	PartLast          = "last_logits"
	PartArgmax        = "all_argmax"
	PartInputs        = "draft_inputs"
	PartDrafts        = "draft_logits"
)

// Expected is the outcome that a record must have.
type Expected struct {
	Class oracle.Class // of an exception; "" where the record is what the law says
	Parts []Part
}

// Part is one thing that is compared. Value and Recorded marshal to JSON.
type Part struct {
	Name     string
	Value    any          // by the law
	Recorded any          // what the oracle did
	Class    oracle.Class // set where the two differ by a declared exception
	Within   float64      // Value is Numbers, which may be off by this much
}

// Expect gives the outcome of a record by the law. vocabulary is the number of logits
// in a row of the model. An error wraps oracle.ErrUndeclared.
//
//	(i)   without a broken row: as recorded, in full;
//	(ii)  else the request ends with the error of the first forward that has one: what
//	      was streamed before it and the draws before it, nothing after. The record is
//	      the same if the oracle failed with that census and had streamed the same
//	      (it may have drawn more), else an exception with a class.
//
// Of a clean_bf16 record only ExpectTokens is asked.
func Expect(r *Record, vocabulary int) (Expected, error) {
	if r.Rows != nil {
		return expectRows(r.Rows), nil
	}
	class, err := r.classify()
	if err != nil {
		return Expected{}, err
	}
	var exp Expected
	if r.FirstBad == nil {
		exp.same(PartTokens, r.Tokens)
		exp.same(PartStreamed, list(r.Streamed))
		exp.same(PartFinish, r.Finish)
		exp.same(PartTape, list(r.Tape))
		exp.same(PartEvents, r.Events)
		exp.Parts = append(exp.Parts, Part{Name: PartProbabilities, Value: Probabilities(r.Events), Recorded: Probabilities(r.Events), Within: WithinProbability})
	} else {
		exp.refused(r, class, vocabulary)
	}
	exp.same(PartForward, r.FirstBad)
	exp.same(PartFailure, r.FirstBad)
	if r.Fault != nil {
		hits := r.Fault.Hits
		if r.FirstBad != nil {
			hits = hits[:1] // the request ends there
		}
		exp.Parts = append(exp.Parts, Part{Name: PartInjected, Value: list(hits), Recorded: list(r.Fault.Hits)})
	}
	return exp, exp.excused()
}

// refused is the outcome of a run with a broken row.
func (exp *Expected) refused(r *Record, class oracle.Class, vocabulary int) {
	exp.Class = class
	b := r.FirstBad
	exp.departs(PartError, &Error{b.Where, b.NaN, b.Inf, vocabulary}, r.Error)
	exp.departs(PartStreamed, list(r.Streamed[:b.Streamed]), list(r.Streamed))
	// The oracle reads a window lazily and may have drawn before it met the row.
	exp.Parts = append(exp.Parts, Part{Name: PartTape, Value: list(r.Tape[:b.Draws]), Recorded: list(r.Tape)})
}

// same adds a part that is as recorded.
func (exp *Expected) same(name string, value any) {
	exp.Parts = append(exp.Parts, Part{Name: name, Value: value, Recorded: value})
}

// departs adds a part in which the record is the law or an exception.
func (exp *Expected) departs(name string, value, recorded any) {
	p := Part{Name: name, Value: value, Recorded: recorded}
	if !bytes.Equal(encode(value), encode(recorded)) {
		p.Class = exp.Class
	}
	exp.Parts = append(exp.Parts, p)
}

// excused refuses a record that differs from the law without a class, or names a
// class and does not differ.
func (exp *Expected) excused() error {
	excepted := false
	for _, p := range exp.Parts {
		excepted = excepted || p.Class != ""
		judged := p.Name == PartError || p.Name == PartStreamed
		if judged && p.Class == "" && !bytes.Equal(encode(p.Value), encode(p.Recorded)) {
			return fmt.Errorf("%w: %s: law %s, record %s", oracle.ErrUndeclared, p.Name, encode(p.Value), encode(p.Recorded))
		}
	}
	if excepted != (exp.Class != "") {
		return fmt.Errorf("%w: class %s without a difference", oracle.ErrUndeclared, exp.Class)
	}
	return nil
}

// Informative reports whether a record documents the oracle only: sampled tokens of a
// bfloat16 model hang on its roundings.
func (r *Record) Informative() bool { return r.Kind == CleanBF16 && !r.Params.Sampler.Greedy() }

// ExpectTokens is the outcome of a run of which n tokens are compared.
func ExpectTokens(r *Record, n int) Expected {
	var exp Expected
	exp.same(PartTokens, list(r.Tokens[:min(n, len(r.Tokens))]))
	exp.same(PartStreamed, list(r.Streamed[:min(n, len(r.Streamed))]))
	exp.same(PartForward, r.FirstBad)
	exp.same(PartFailure, r.FirstBad)
	return exp
}

func expectRows(rows *Rows) Expected {
	var exp Expected
	var inputs []int
	var drafts Numbers
	for _, d := range rows.Drafts {
		inputs, drafts = append(inputs, d.Input), append(drafts, d.Logits)
	}
	exp.same(PartArgmax, rows.Argmax)
	exp.same(PartInputs, list(inputs))
	exp.Parts = append(
		exp.Parts,
		Part{Name: PartLast, Value: Numbers{rows.Last}, Recorded: Numbers{rows.Last}, Within: WithinRow},
		Part{Name: PartDrafts, Value: drafts, Recorded: drafts, Within: WithinRow},
	)
	return exp
}

// Probabilities are those of the drafts that were examined, a list per round.
func Probabilities(events []Event) Numbers {
	all := Numbers{}
	for _, e := range events {
		if e.Round == nil {
			continue
		}
		round := []float64{}
		for _, d := range e.Round.Drafts {
			if d.Probability != nil {
				round = append(round, *d.Probability)
			}
		}
		all = append(all, round)
	}
	return all
}

// list is a slice that marshals to [] where it is empty.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// encode writes a value of a part, none of which fails to marshal.
func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("e2e: a part does not marshal: " + err.Error())
	}
	return raw
}
