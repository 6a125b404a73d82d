package wrong

import (
	"context"
	"fmt"

	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

// Plain is the engine that the wrong ones are made from, with nothing wrong.
func Plain() harness.Engine {
	return plain{right(), harness.Info{Name: "plain", Version: "1"}, inprocess.New()}
}

// plain answers cases by its hooks. It keeps nothing between two of them.
type plain struct {
	*hooks
	info harness.Info
	// product answers where no receipt shows the law of rows: key derivation, the
	// keyed sampler, the DS4 sampler.
	product harness.Engine
}

// Config names the engine.
func (e plain) Config(context.Context) (harness.Info, error) { return e.info, nil }

// Close does nothing: there is nothing to end.
func (plain) Close() error { return nil }

// Answer runs one case.
func (e plain) Answer(ctx context.Context, c *oracle.Case) (oracle.Output, error) {
	switch in := c.In.(type) {
	case *oracle.OrdinaryIn: // also the two row entries of sparse-fallback
		if c.Group == oracle.GroupOrdinary {
			return e.ordinary(in)
		}
		return e.sparseRow(c.Entry, in)
	case *oracle.SparseCtorIn:
		return e.sparseConstructor(in)
	case *oracle.BatchIn:
		return e.batched(c.Entry, in)
	case *oracle.MixedIn:
		return e.mixed(in)
	case *oracle.NativeIn:
		return e.native(ctx, in)
	case *oracle.GreedyIn:
		return e.greedy(in), nil
	case *oracle.PointIn:
		return e.point(in)
	case *oracle.RNGIn:
		return e.stream(in)
	case *oracle.Float64sIn:
		return e.float64s(c.Entry, in)
	case *oracle.Float32sIn:
		return e.float32s(c.Entry, in)
	case *oracle.ArgPartitionIn:
		return e.argPartition(in), nil
	case *oracle.DS4In:
		return e.family(ctx, c, in)
	case *oracle.LazySampleIn:
		return e.lazySample(ctx, in)
	}
	return e.product.Answer(ctx, c)
}

func unknown(entry string) error { return harness.Unsupported(fmt.Sprintf("no entry %q", entry)) }
