package inject

import (
	"math"
	"sync"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// Clock tells how far a generation is: tokens streamed and draws made.
type Clock func() (streamed, draws int)

// Hit is a row that was broken.
type Hit struct {
	Streamed, Draws int
	Row, Rows       int // in its forward
	Argmax          int // before
}

// Bad is a forward with a broken row.
type Bad struct {
	Kind            model.Kind
	Row, Rows       int // the first broken one
	NaN, Inf        int
	Streamed, Draws int
}

// Model is a model with one fault, or none, that is watched. It serves one generation.
type Model struct {
	model.Model
	clock Clock

	mu      sync.Mutex
	fault   *Fault
	counter counter
	hits    []Hit
	bad     *Bad
	seen    func(kind model.Kind, row []float32)
}

// Wrap puts a fault (nil for none) and a watch around a model.
func Wrap(m model.Model, fault *Fault, clock Clock) *Model {
	w := &Model{clock: clock, fault: fault}
	w.Model = model.Intercept(m, w.forward)
	if fault != nil {
		w.counter.fault = *fault
	}
	return w
}

// OnRow is told each row that leaves the model, in order. It must not keep it.
func (m *Model) OnRow(f func(kind model.Kind, row []float32)) { m.seen = f }

// Hits are the rows that were broken, in order.
func (m *Model) Hits() []Hit {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.hits
}

// FirstBad is the first forward that had a broken row, nil if none had. The verdict is
// the watch's own, not the engine's.
func (m *Model) FirstBad() *Bad {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.bad
}

// rowsOf counts the rows of a forward as the receipts do: those of a prefill exist for
// its last token alone, others for each token, whether they are computed or not.
func rowsOf(p model.Pass) int {
	if p.Kind == model.Prefill && p.Rows == model.LastRow {
		return 1
	}
	return len(p.Tokens)
}

// forward lets the rows of a forward through, and breaks one if it is the fault's.
func (m *Model) forward(p model.Pass, rows []logits.Row) ([]logits.Row, error) {
	if len(rows) == 0 {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.counter.trunk(p.Kind, 0)
		return rows, nil
	}
	return m.pass(p.Kind, rows, rowsOf(p))
}

// pass lets the rows of a forward through. Those computed are the last ones of all.
func (m *Model) pass(kind model.Kind, computed []logits.Row, all int) ([]logits.Row, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	broken := none
	if kind == model.Draft {
		if m.counter.draft() {
			broken = 0
		}
	} else {
		broken = m.counter.trunk(kind, all)
	}
	out := make([]logits.Row, len(computed))
	for i, row := range computed {
		values := make([]float32, row.Width())
		row.Float32s(values)
		at := all - len(computed) + i
		out[i] = row
		if at == broken {
			if err := m.hit(values, at, all); err != nil {
				return nil, err
			}
			out[i] = logits.F32(values)
		}
		m.watch(kind, values, at, all)
	}
	return out, nil
}

func (m *Model) hit(values []float32, row, rows int) error {
	if err := m.fault.Kind.fits(len(values)); err != nil {
		return err
	}
	h := Hit{Row: row, Rows: rows, Argmax: argmax(values)}
	h.Streamed, h.Draws = m.clock()
	m.hits = append(m.hits, h)
	m.fault.Kind.breakRow(values)
	return nil
}

func (m *Model) watch(kind model.Kind, values []float32, row, rows int) {
	if m.seen != nil {
		m.seen(kind, values)
	}
	if m.bad != nil {
		return
	}
	b := Bad{Kind: kind, Row: row, Rows: rows}
	finite, posInf := 0, 0
	for _, v := range values {
		switch {
		case v != v:
			b.NaN++
		case math.IsInf(float64(v), 0):
			b.Inf++
			if v > 0 {
				posInf++
			}
		default:
			finite++
		}
	}
	if b.NaN > 0 || posInf > 0 || finite == 0 {
		b.Streamed, b.Draws = m.clock()
		m.bad = &b
	}
}
