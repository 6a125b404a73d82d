package steps

import (
	"math"

	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

// watched is a model whose forwards are noted: work that an answer took is seen
// where it is done, not where it is reported. What kept states do later is noted, too.
type watched struct {
	model.Persistent
	by *watch
}

// watch is what was noted of a model, and what is to go wrong with it once.
type watch struct {
	passes  []pass
	spoils  []*spoil
	spoilt  int  // rows
	unsound bool // the next export holds a NaN
}

// pass is a forward that computed rows, or the body of a prompt, which has none.
type pass struct {
	kind   model.Kind
	tokens int
	rows   []logits.Row
}

// spoil is one row that comes out broken, of a model that is healthy before and after.
type spoil struct {
	kind  model.Kind
	in    int // rows of that kind from here, from 1; 0 when it is done
	fault scripted.Fault
}

func (w *watch) note(kind model.Kind, tokens int, rows []logits.Row) []logits.Row {
	out := append([]logits.Row(nil), rows...)
	for i, row := range rows {
		for _, s := range w.spoils {
			if s.kind != kind || s.in == 0 {
				continue
			}
			if s.in--; s.in == 0 {
				out[i] = spoiled(row, s.fault)
				w.spoilt++
			}
		}
	}
	w.passes = append(w.passes, pass{kind, tokens, out})
	return out
}

// spoiled is a broken copy of a row.
func spoiled(row logits.Row, fault scripted.Fault) logits.Row {
	values := make([]float32, row.Width())
	row.Float32s(values)
	last := len(values) - 1
	switch fault {
	case scripted.OneNaN:
		values[last] = float32(math.NaN())
	case scripted.PosInf:
		values[last] = float32(math.Inf(1))
	default:
		with := float32(math.NaN())
		if fault == scripted.AllNeg {
			with = float32(math.Inf(-1))
		}
		for i := range values {
			values[i] = with
		}
	}
	return logits.F32(values)
}

// watching notes the forwards of a model, and breaks what is to break.
func watching(m model.Model, by *watch) model.Model {
	seen := model.Intercept(m, func(p model.Pass, rows []logits.Row) ([]logits.Row, error) {
		return by.note(p.Kind, len(p.Tokens), rows), nil
	})
	if p, ok := seen.(model.Persistent); ok {
		return watched{p, by}
	}
	return seen
}

func (m watched) Export(s *model.State) ([]model.Tensor, error) {
	tensors, err := m.Persistent.Export(s)
	if err == nil && m.by.unsound {
		m.by.unsound = false
		values := append([]float32(nil), tensors[0].Values...)
		values[0] = float32(math.NaN())
		tensors[0].Values = values
	}
	return tensors, err
}

// watchedStream is a random stream whose draws are noted.
type watchedStream struct {
	stream interface {
		Float64() float64
		Choice(p []float64) (int, error)
	}
	noted *[]string
}

func (s watchedStream) Float64() float64 {
	*s.noted = append(*s.noted, "uniform")
	return s.stream.Float64()
}

func (s watchedStream) Choice(p []float64) (int, error) {
	*s.noted = append(*s.noted, "choice")
	return s.stream.Choice(p)
}
