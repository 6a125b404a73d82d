// Package inprocess puts rowproof's own engine to the test: it translates a
// case into calls of the engine, and what they return into a receipt's words.
// It judges nothing.
package inprocess

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"rowproof/engine/diagnostic"
	"rowproof/engine/logits"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/harness"
	"rowproof/oracle"
)

// New returns the engine of this binary.
func New() harness.Engine { return engine{} }

type engine struct{}

func (engine) Config(context.Context) (harness.Info, error) {
	version := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	return harness.Info{Name: "rowproof", Version: version, Details: map[string]string{"scan": logits.ScanKind()}}, nil
}

func (engine) Close() error { return nil }

// Answer runs one case. The form of the input says which entry is meant; where
// several entries share a form, the entry's name does.
func (engine) Answer(_ context.Context, c *oracle.Case) (oracle.Output, error) {
	switch in := c.In.(type) {
	case *oracle.OrdinaryIn: // also the two row entries of sparse-fallback
		if c.Group == oracle.GroupOrdinary {
			return ordinary(in)
		}
		return sparseRow(c.Entry, in)
	case *oracle.SparseCtorIn:
		return sparseConstructor(in)
	case *oracle.BatchIn:
		return batch(c.Entry, in)
	case *oracle.MixedIn:
		return mixed(in)
	case *oracle.NativeIn:
		return native(in)
	case *oracle.GreedyIn:
		return greedy(in)
	case *oracle.PointIn:
		return point(in)
	case *oracle.RNGIn:
		return stream(in)
	case *oracle.DS4In:
		return ds4(in)
	case *oracle.KeySplitIn:
		return keySplit(c.Entry, in)
	case *oracle.UniformRangeIn:
		return uniformRange(in)
	case *oracle.UniformIn:
		return uniform(c.Entry, in)
	case *oracle.CategoricalIn:
		return categorical(in)
	case *oracle.LazyShapeIn:
		return lazyShape(in)
	case *oracle.LazySampleIn:
		return lazySample(in)
	case *oracle.Float64sIn:
		return float64s(c.Entry, in)
	case *oracle.Float32sIn:
		return float32s(c.Entry, in)
	case *oracle.ArgPartitionIn:
		return argPartition(in)
	}
	return nil, unknown(c.Entry)
}

func unknown(entry string) error { return harness.Unsupported(fmt.Sprintf("no entry %q", entry)) }

// Row hands a receipt's row to the engine.
func Row(r oracle.Row) logits.Row {
	switch r.DType {
	case oracle.BF16:
		return logits.BF16(r.U16)
	case oracle.F16:
		return logits.F16(r.U16)
	}
	return logits.F32(r.F32)
}

func rowsOf(rows oracle.Rows) []logits.Row {
	out := make([]logits.Row, len(rows))
	for i, r := range rows {
		out[i] = Row(r)
	}
	return out
}

// wide is a row's values as float32, for the diagnostics.
func wide(r oracle.Row) []float32 {
	values := make([]float32, r.Width())
	for i := range values {
		values[i] = r.Value(i)
	}
	return values
}

func configOf(c oracle.Config) sample.Config {
	return sample.Config{Temperature: float64(c.Temperature), TopP: float64(c.TopP), TopK: c.TopK}
}

func diagnosticOf(c oracle.Config) diagnostic.Config { return diagnostic.Config(configOf(c)) }

// Penalties hands the penalties of a case to the engine.
func Penalties(in *oracle.OrdinaryIn) *logits.Penalties {
	p := &logits.Penalties{Presence: float64(in.Cfg.PresencePenalty), Frequency: float64(in.Cfg.FrequencyPenalty)}
	for _, c := range in.TokenCounts {
		p.Counts = append(p.Counts, logits.Count{ID: int(c.ID), N: int(c.N)})
	}
	for _, b := range in.Overlay {
		p.Overlay = append(p.Overlay, logits.Bias{ID: int(b.ID), Value: float64(b.Value)})
	}
	return p
}

// refusal translates an engine's error that is an answer; any other error is
// about the engine and returned.
func refusal(err error) (*oracle.Err, error) {
	var e *logits.NumericalError
	switch {
	case errors.As(err, &e):
		return oracle.NonFinite(e.Where, e.NaN, e.Inf, e.Width), nil
	case errors.Is(err, sample.ErrValue):
		return &oracle.Err{Kind: oracle.KindValue, Msg: err.Error()}, nil
	}
	return nil, err
}

func next(g *numpy.Generator) *oracle.F64 {
	f := oracle.F64(g.Peek())
	return &f
}

// drawn is the record of one draw.
func drawn(token int, err error, g *numpy.Generator) (oracle.Draw, error) {
	if err != nil {
		refused, err := refusal(err)
		return oracle.Draw{Err: refused, Next: next(g)}, err
	}
	return oracle.Draw{Tok: id(token), Next: next(g)}, nil
}

func id(token int) *int64 {
	t := int64(token)
	return &t
}

func wideIDs(ids []int) []int64 {
	out := make([]int64, len(ids))
	for i, id := range ids {
		out[i] = int64(id)
	}
	return out
}

func narrowIDs(ids []int64) []int {
	out := make([]int, len(ids))
	for i, id := range ids {
		out[i] = int(id)
	}
	return out
}

func distOf(d sample.Distribution) *oracle.Dist {
	ids, p := d.Entries()
	if d.Dense() {
		return oracle.DenseDist(p)
	}
	return oracle.SparseDist(d.Width(), wideIDs(ids), p)
}
