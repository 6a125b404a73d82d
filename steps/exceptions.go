package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"rowproof/engine/rng/numpy"
	"rowproof/harness"
	"rowproof/oracle"
)

// exceptionSteps look at one receipt and at the three sides of it: what the
// oracle did, what the law wants, what the engine gave.
var exceptionSteps = []step{
	bound(`the receipt "([^"]+)"`, (*world).givenReceipt),
	bound(`the engine answers it`, (*world).whenAnswered),
	bound(`the oracle's "([^"]+)" was: (.+)`, (*world).thenRecorded),
	bound(`our "([^"]+)" is refused as "([^"]+)" with (\d+) NaN and (\d+) (?:infinity|infinities) of (\d+)`, (*world).thenOursRefuses),
	bound(`our "([^"]+)" drew nothing`, (*world).thenOursDrewNothing),
	bound(`it is an exception of class "([^"]+)"`, (*world).thenException),
	bound(`it is bit-equal and no exception`, (*world).thenEqual),
	bound(`the reason given is`, (*world).thenReason),
}

func (w *world) givenReceipt(id string) error {
	files, err := w.receipts()
	if err != nil {
		return err
	}
	w.asked, err = harness.Find(files, id)
	return err
}

func (w *world) whenAnswered(ctx context.Context) error {
	var err error
	w.verdict, err = harness.Ask(ctx, w.engine, w.asked)
	return err
}

func (w *world) part(name string) (*harness.PartVerdict, error) {
	if w.verdict == nil {
		return nil, errNoAnswer
	}
	for i := range w.verdict.Parts {
		if p := &w.verdict.Parts[i]; p.Name == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("no part %q: %s", name, w.verdict.Problem())
}

// thenRecorded reads the receipt itself: what the oracle gave may be a part that
// no right answer has.
func (w *world) thenRecorded(name, text string) error {
	if w.asked == nil {
		return errNoAnswer
	}
	for _, p := range w.asked.Out.Parts() {
		if p.Name == name {
			v := harness.PartVerdict{Name: name}
			return same(v.Readable(oracle.Canonical(p.Value)), text)
		}
	}
	return fmt.Errorf("the receipt has no part %q", name)
}

// seenPart is what the engine gave for one call, as far as it is a refusal.
type seenPart struct {
	Err  *oracle.Err `json:"err"`
	Next string      `json:"next"` // the bits of the double that comes next
}

func (w *world) seenPart(name string) (seenPart, error) {
	var out seenPart
	p, err := w.part(name)
	if err != nil {
		return out, err
	}
	if name == "err" { // the part is the refusal itself
		return out, json.Unmarshal(p.Seen, &out.Err)
	}
	return out, json.Unmarshal(p.Seen, &out)
}

func (w *world) thenOursRefuses(name, where string, nan, inf, width int) error {
	seen, err := w.seenPart(name)
	if err != nil {
		return err
	}
	return sameRefusal(seen.Err, oracle.NonFinite(where, nan, inf, width))
}

func (w *world) thenOursDrewNothing(name string) error {
	seen, err := w.seenPart(name)
	if err != nil {
		return err
	}
	var seed uint64
	switch in := w.asked.In.(type) {
	case *oracle.OrdinaryIn:
		seed = in.RNGSeed
	case *oracle.PointIn:
		seed = in.RNGSeed
	case *oracle.MixedIn:
		seed = in.RNGSeed
	default:
		return fmt.Errorf("%T has no stream", in)
	}
	return same(seen.Next, fmt.Sprintf("%016x", math.Float64bits(numpy.New(seed).Peek())))
}

func (w *world) thenException(class string) error {
	if w.verdict == nil {
		return errNoAnswer
	}
	if w.verdict.Outcome != harness.Exception || !slices.Contains(w.verdict.Classes, oracle.Class(class)) {
		return fmt.Errorf("seen %s %v %s", w.verdict.Outcome, w.verdict.Classes, w.verdict.Problem())
	}
	return nil
}

func (w *world) thenEqual() error {
	if w.verdict == nil {
		return errNoAnswer
	}
	if w.verdict.Outcome != harness.Equal {
		return errors.New(string(w.verdict.Outcome) + " " + w.verdict.Problem())
	}
	return nil
}

// oneLine undoes the line breaks of a text in a feature.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// thenReason is about the class that was named before.
func (w *world) thenReason(text string) error {
	for _, class := range w.verdict.Classes {
		if class.Reason() == oneLine(text) {
			return nil
		}
	}
	return fmt.Errorf("it is not the reason of %v", w.verdict.Classes)
}
