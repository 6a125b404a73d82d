package steps

import (
	"errors"

	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

// parameterSteps ask through the engine's public door, which refuses parameters
// that the rows below it still give a meaning to.
var parameterSteps = []step{
	bound(`a token is asked for at the public door`, (*world).whenDoor),
	bound(`a token is asked for at the public door for a row without logits`, (*world).whenDoorEmpty),
	bound(`rows are checked with a list of penalties that is one too (short|long)`, (*world).whenPenaltyList),
	bound(`a mask of (\d+) entries is laid over the row`, (*world).whenMask),
	bound(`the (sampling parameters|penalties|width|mask) (?:is|are) refused`, (*world).thenParametersRefused),
}

var parameterErrors = map[string]error{
	"sampling parameters": sample.ErrConfig,
	"penalties":           logits.ErrPenalty,
	"width":               logits.ErrWidth,
	"mask":                logits.ErrMask,
}

func (w *world) whenDoor() error {
	row, err := w.row()
	if err != nil {
		return err
	}
	return w.door(inprocess.Row(row))
}

func (w *world) whenDoorEmpty() error { return w.door(logits.F32(nil)) }

func (w *world) door(row logits.Row) error {
	stream := numpy.New(w.seed)
	var s sample.Sampler
	token, err := s.Next(row, w.penalties(), w.sampling(), stream)
	next := oracle.F64(stream.Peek())
	d := oracle.Draw{Next: &next}
	w.failed = err
	if id := int64(token); err == nil {
		d.Tok = &id
	}
	var broken *logits.NumericalError
	if errors.As(err, &broken) {
		w.failed = nil
		d.Err = oracle.NonFinite(broken.Where, broken.NaN, broken.Inf, broken.Width)
	}
	w.draws = []oracle.Draw{d}
	return nil
}

func (w *world) penalties() *logits.Penalties {
	return inprocess.Penalties(&oracle.OrdinaryIn{Cfg: w.cfg, TokenCounts: w.counts, Overlay: w.overlay})
}

func (w *world) whenPenaltyList(length string) error {
	var rows []logits.Row
	for _, r := range w.rows {
		rows = append(rows, inprocess.Row(r))
	}
	n := len(rows) + 1
	if length == "short" {
		n = len(rows) - 1
	}
	_, w.failed = logits.CheckAll(rows, make([]*logits.Penalties, n), logits.Greedy)
	return nil
}

func (w *world) whenMask(entries int) error {
	row, err := w.row()
	if err != nil {
		return err
	}
	_, w.failed = logits.Mask(inprocess.Row(row), make([]bool, entries))
	return nil
}

func (w *world) thenParametersRefused(what string) error {
	if !errors.Is(w.failed, parameterErrors[what]) {
		return seenError(w.failed)
	}
	return nil
}
