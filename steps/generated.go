package steps

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// generatedSteps say one thing about an answer.
var generatedSteps = []step{
	bound(`the answer is ([\d ]+)`, (*world).thenAnswer),
	bound(`it ends by (stop|length)`, (*world).thenFinish),
	bound(`what was streamed is (nothing|[\d ]+)`, (*world).thenStreamed),
	bound(`it was streamed as ([\d ]+(?:, [\d ]+)*)`, (*world).thenPieces),
	bound(`the draws are (.+)`, (*world).thenDrawn),
	bound(`the forwards are (.+)`, (*world).thenForwards),
	bound(`the last forwards are (\d+ \w+)`, (*world).thenLastForwards),
	bound(`it fails in "([^"]+)" at "([^"]+)" with (\d+) NaN and (\d+) (?:infinity|infinities) of (\d+)`, (*world).thenFails),
	bound(`the error tells how much was streamed and drawn`, (*world).thenFailureTells),
	bound(`the error is not numerical`, (*world).thenNotNumerical),
	bound(`the request is refused`, (*world).thenRequestRefused),
	bound(`both answers are the same`, (*world).thenSameAnswers),
	bound(`the two answers differ`, (*world).thenOtherAnswers),
	bound(`the model finds its state in order`, (*world).thenOrder),
	bound(`the model finds a gap in the draft history`, (*world).thenGap),
	bound(`(\d+) tokens? of the prompt (?:was|were) reused`, (*world).thenReused),
	bound(`(\d+) tokens? of the prompt (?:was|were) forwarded`, (*world).thenPrefilled),
	bound(`every forward with a row was counted`, (*world).thenCounted),
}

// answer is what a request gave that did not fail.
func (w *world) answer() (generate.Result, error) {
	if !w.gen.seen.asked {
		return generate.Result{}, errNoAnswer
	}
	return w.gen.seen.result, w.gen.seen.err
}

func (w *world) thenAnswer(want string) error {
	r, err := w.answer()
	if err != nil {
		return err
	}
	return same(list(r.Tokens), want)
}

func (w *world) thenFinish(want string) error {
	r, err := w.answer()
	if err != nil {
		return err
	}
	return same(string(r.Finish), want)
}

// thenStreamed holds for a request that failed, too.
func (w *world) thenStreamed(want string) error {
	if !w.gen.seen.asked {
		return errNoAnswer
	}
	return same(list(slices.Concat(w.gen.seen.streamed...)), want)
}

func (w *world) thenPieces(want string) error {
	var pieces []string
	for _, piece := range w.gen.seen.streamed {
		pieces = append(pieces, list(piece))
	}
	return same(strings.Join(pieces, ", "), want)
}

func (w *world) thenDrawn(want string) error {
	if !w.gen.seen.asked {
		return errNoAnswer
	}
	return same(runs(w.gen.seen.draws), want)
}

func (w *world) thenForwards(want string) error {
	if !w.gen.seen.asked {
		return errNoAnswer
	}
	return same(w.forwards(), want)
}

func (w *world) thenLastForwards(want string) error {
	all := strings.Split(w.forwards(), ", ")
	return same(all[len(all)-1], want)
}

func (w *world) forwards() string {
	var kinds []string
	for _, p := range w.gen.seen.passes {
		kinds = append(kinds, string(p.kind))
	}
	return runs(kinds)
}

// runs writes a list with its repetitions counted: "2 prefill, 1 ar".
func runs(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	var out []string
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		out = append(out, strconv.Itoa(n)+" "+list[i])
		i += n
	}
	return strings.Join(out, ", ")
}

// failure is what a request failed with.
func (w *world) failure() (*generate.Failure, error) {
	var f *generate.Failure
	if !errors.As(w.gen.seen.err, &f) {
		return nil, seenError(w.gen.seen.err)
	}
	return f, nil
}

func (w *world) thenFails(where, boundary string, nan, inf, width int) error {
	f, err := w.failure()
	if err != nil {
		return err
	}
	want := logits.NumericalError{Where: where, Boundary: boundary, NaN: nan, Inf: inf, Width: width}
	if *f.Err != want || !errors.Is(f, logits.ErrNumerical) {
		return seenError(f)
	}
	return nil
}

func (w *world) thenFailureTells() error {
	f, err := w.failure()
	if err != nil {
		return err
	}
	if streamed := len(slices.Concat(w.gen.seen.streamed...)); f.Streamed != streamed || f.Draws != len(w.gen.seen.draws) {
		return fmt.Errorf("it tells %d and %d, there were %d and %d", f.Streamed, f.Draws, streamed, len(w.gen.seen.draws))
	}
	return nil
}

func (w *world) thenNotNumerical() error {
	if err := w.gen.seen.err; err == nil || errors.Is(err, logits.ErrNumerical) {
		return seenError(err)
	}
	return nil
}

func (w *world) thenRequestRefused() error {
	if !errors.Is(w.gen.seen.err, generate.ErrRequest) {
		return seenError(w.gen.seen.err)
	}
	return nil
}

// pair are the latest answer and the one before it.
func (w *world) pair() (latest, before generate.Result, err error) {
	if !w.gen.before.asked {
		return latest, before, errNoAnswer
	}
	return w.gen.seen.result, w.gen.before.result, errors.Join(w.gen.seen.err, w.gen.before.err)
}

func (w *world) thenSameAnswers() error {
	latest, before, err := w.pair()
	if err == nil && (!slices.Equal(latest.Tokens, before.Tokens) || latest.Finish != before.Finish) {
		err = fmt.Errorf("seen %v, then %v", before.Tokens, latest.Tokens)
	}
	return err
}

func (w *world) thenOtherAnswers() error {
	latest, before, err := w.pair()
	if err == nil && slices.Equal(latest.Tokens, before.Tokens) {
		err = fmt.Errorf("seen %v twice", latest.Tokens)
	}
	return err
}

func (w *world) thenOrder() error {
	if w.gen.scripted == nil {
		return errNoAnswer
	}
	if c := w.gen.scripted.Complaints(); len(c) > 0 {
		return errors.New(strings.Join(c, "; "))
	}
	return nil
}

func (w *world) thenGap() error {
	if w.gen.scripted == nil {
		return errNoAnswer
	}
	c := w.gen.scripted.Complaints()
	if len(c) == 0 || slices.ContainsFunc(c, func(s string) bool { return !strings.HasPrefix(s, "history goes") }) {
		return fmt.Errorf("seen %q", c)
	}
	return nil
}

func (w *world) thenReused(n int) error {
	if !w.gen.seen.asked {
		return errNoAnswer
	}
	return same(w.gen.seen.result.Reused, n)
}

func (w *world) thenPrefilled(n int) error {
	if !w.gen.seen.asked {
		return errNoAnswer
	}
	seen := 0
	for _, p := range w.gen.seen.passes {
		if p.kind == model.Prefill {
			seen += p.tokens
		}
	}
	return same(seen, n)
}

// thenCounted: a count that is reported is only as good as what was seen.
func (w *world) thenCounted() error {
	r, err := w.answer()
	if err != nil {
		return err
	}
	seen := 0
	for _, p := range w.gen.seen.passes {
		if len(p.rows) > 0 {
			seen++
		}
	}
	return same(r.Forwards, seen)
}
