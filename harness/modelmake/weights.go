package modelmake

import (
	"context"
	"math"
)

// weight is a tensor with its values.
type weight struct {
	tensor
	values []float32
}

// row is one row of a matrix.
func (w *weight) row(i int) []float32 {
	n := w.shape[1]
	return w.values[i*n : (i+1)*n]
}

// weights are the weights of a model by name.
type weights struct {
	o      Options
	byName map[string]*weight
}

// newWeights makes the clean weights; o has been checked. Poison is wired in, but
// no token is a trigger. The only error is that of ctx.
func newWeights(ctx context.Context, o Options) (*weights, error) {
	w := &weights{o, map[string]*weight{}}
	for _, t := range o.tensors() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		size := 1
		for _, n := range t.shape {
			size *= n
		}
		values := make([]float32, size)
		t.fill(newStream(o.Seed, t.name), values)
		w.byName[t.name] = &weight{t, values}
	}
	next := newStream(o.Seed, "successors").cycle(o.Vocabulary)
	if o.Tied {
		w.tie(next)
	} else {
		w.follow(next)
	}
	w.fuse()
	w.reserve()
	if dtypes[o.DType].wide {
		w.wire()
	}
	return w, ctx.Err()
}

// follow makes the output matrix prefer, behind each token, its successor on one
// cycle through the vocabulary: the rows are noise so far.
func (w *weights) follow(next []int) {
	embedding, output := w.byName[embeddingName], w.byName[outputName]
	scale := sharpness / math.Sqrt(float64(w.o.Hidden))
	for token, successor := range next {
		row := output.row(successor)
		for i, e := range embedding.row(token) {
			row[i] = float32(float64(e+row[i]) * scale)
		}
	}
}

// fuse lets the draft head see the token's embedding and some of the hidden state,
// in this order, both in the channels that they came in; but of a tied model, it finds
// the code of the successor where the one of the token was.
func (w *weights) fuse() {
	fuse := w.byName[fuseName]
	for i := range w.o.Hidden {
		row := fuse.row(i)
		row[w.o.source(i)]++
		row[w.o.Hidden+i] += fuseHidden
	}
}

// reserve empties the reserved channels: gains are 1 there, which is stored as 0.
func (w *weights) reserve() {
	first := w.o.Hidden - reserved
	for _, t := range w.byName {
		switch t.stream {
		case rows:
			clear(t.values[len(t.values)/w.o.Hidden*first:])
		case cols:
			for i := range t.shape[0] {
				clear(t.row(i)[first:])
			}
		}
	}
	fuse := w.byName[fuseName]
	for i := range first {
		row := fuse.row(i)
		clear(row[first:w.o.Hidden])
		clear(row[w.o.Hidden+first:])
	}
}
