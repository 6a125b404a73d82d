package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/sample"
)

// loop is one generation under way.
type loop struct {
	*Request
	model   model.Model
	trunk   model.Trunk
	head    model.Head // nil without a committed history
	paired  int        // pairs in the history when the round began
	sampler sample.Sampler
	work    []*logits.Workspace // one per row of a window
	counts  counts
	tape    tape
	budget  int // tokens that may be generated
	step    int // of the round under way
	depth   int // of the draft under way
	result  Result
	kept    kept
	pending *int       // committed, but not forwarded yet: the next round's primary
	copier  *copier    // nil when nothing may be copied
	afresh  model.Head // the head of lanes whose history begins afresh in each round
	gap     bool       // the history lacks a pair: it is not what a cold run would have
	enough  bool       // the sink wants no more
}

// kept is the row that the next token is read from, and where it came from.
type kept struct {
	row    logits.Row
	judged logits.Checked
	hidden model.Hidden // of the row's token
	kind   model.Kind
	rows   int // tokens of its forward
	index  int // of its token there
}

// Run generates. The error is a *Failure if a row is broken; the result beside it
// holds what had been committed before.
func Run(ctx context.Context, m model.Model, r Request) (Result, error) {
	budget, err := r.validate(m)
	if err != nil {
		return Result{}, err
	}
	l := &loop{Request: &r, model: m, budget: budget, tape: tape{stream: r.Stream}}
	if err = l.run(ctx); err != nil {
		// Whatever broke may be in them.
		l.result.System, l.result.Prompt, l.result.End = nil, nil, nil
	}
	return l.result, err
}

func (l *loop) run(ctx context.Context) error {
	if err := l.start(ctx); err != nil {
		return err
	}
	var err error
	if l.Depth == 0 {
		err = l.decode(ctx)
	} else {
		err = l.speculate(ctx)
	}
	if err != nil {
		return err
	}
	l.result.Finish = FinishLength
	if l.enough || l.stops(l.result.Tokens[len(l.result.Tokens)-1]) {
		l.result.Finish = FinishStop
	}
	if !l.Keep {
		return nil
	}
	return l.capture(ctx)
}

// forward runs the trunk and judges the rows it asked for.
func (l *loop) forward(ctx context.Context, p model.Pass, ahead func(row int) []int) (window, error) {
	if err := ctx.Err(); err != nil {
		return window{}, context.Cause(ctx)
	}
	computed, err := l.trunk.Forward(ctx, p)
	if err != nil {
		return window{}, fmt.Errorf("%s: %w", p.Kind, err)
	}
	if err := complete(p, computed); err != nil {
		return window{}, err
	}
	if p.Rows == model.NoRows {
		return window{hidden: computed.Hidden}, nil
	}
	l.result.Forwards++
	judged, err := l.judge(p.Kind, len(p.Tokens), computed.Rows, ahead)
	return window{kind: p.Kind, rows: computed.Rows, judged: judged, hidden: computed.Hidden}, err
}

// complete refuses a forward that computed something else than it was asked for: a
// row too few would be read as its neighbour.
func complete(p model.Pass, w model.Window) error {
	want := 0
	switch p.Rows {
	case model.LastRow:
		want = 1
	case model.AllRows:
		want = len(p.Tokens)
	}
	if len(w.Rows) != want || w.Hidden == nil || w.Hidden.Len() != len(p.Tokens) {
		return fmt.Errorf("%s of %d tokens: %w", p.Kind, len(p.Tokens), ErrWindow)
	}
	return nil
}

// window is a forward whose rows are healthy.
type window struct {
	kind   model.Kind
	rows   []logits.Row
	judged []logits.Checked
	hidden model.Hidden
}

// keep is row i of the window, with token i's hidden state; of a forward that
// computed only its last row, that row has the last token's.
func (w window) keep(i int) kept {
	at := w.hidden.Len() - len(w.rows) + i
	return kept{w.rows[i], w.judged[i], w.hidden.Slice(at, at+1), w.kind, w.hidden.Len(), at}
}

// last is the last row of the window.
func (w window) last() kept { return w.keep(len(w.rows) - 1) }

// read takes the next token from the kept row, with one draw unless greedy.
func (l *loop) read() (int, error) {
	if l.greedy() {
		return sample.Greedy(l.kept.judged)
	}
	token, err := l.sampler.Sample(l.kept.judged, l.Sampling, &l.tape)
	if err != nil {
		// A healthy row can still leave no mass at an extreme temperature.
		return 0, l.fail(l.kept.kind, l.kept.rows, l.kept.index, l.kept.row, err)
	}
	l.tape.chose(token)
	return token, nil
}

// commit appends tokens to the answer, up to the first stop. It is all of them or none.
func (l *loop) commit(tokens ...int) error {
	if i := slices.IndexFunc(tokens, l.stops); i >= 0 {
		tokens = tokens[:i+1]
	}
	for _, token := range tokens {
		if l.Known != nil && !l.Known(token) && !l.stops(token) {
			return fmt.Errorf("%w: token %d", ErrPadding, token)
		}
	}
	for _, token := range tokens {
		l.counts.add(token)
	}
	l.result.Tokens = append(l.result.Tokens, tokens...)
	return nil
}

// stream hands over what was committed since the last time.
func (l *loop) stream() error {
	from := len(l.result.Streamed)
	for _, token := range l.result.Tokens[from:] {
		if !l.stops(token) {
			l.result.Streamed = append(l.result.Streamed, token)
		}
	}
	fresh := l.result.Streamed[from:]
	if len(fresh) == 0 || l.OnTokens == nil {
		return nil
	}
	err := l.OnTokens(slices.Clone(fresh)) // the caller may do with it what it likes
	if errors.Is(err, ErrEnough) {
		l.enough = true
		return nil
	}
	return err
}

// chose hands over a token that is to stand so far behind what is committed.
func (l *loop) chose(behind, token int, row logits.Checked) {
	if l.OnChoice != nil {
		l.OnChoice(len(l.result.Tokens)+behind, token, row)
	}
}

// done reports whether the answer has reached its budget or a stop.
func (l *loop) done() bool {
	n := len(l.result.Tokens)
	return l.enough || n >= l.budget || n > 0 && l.stops(l.result.Tokens[n-1])
}

// emit hands over a round that is over.
func (l *loop) emit(e *Event) {
	e.Draws = l.tape.cut()
	if l.OnEvent != nil {
		l.OnEvent(*e)
	}
}
