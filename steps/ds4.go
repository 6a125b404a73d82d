package steps

import (
	"context"
	"fmt"
	"strconv"

	"rowproof/engine/rng/ds4"
	"rowproof/oracle"
)

// ds4Steps ask the sampler of the DS4 family, which has a law of its own.
var ds4Steps = []step{
	bound(`the DS4 sampler takes the row at temperature (\S+), top_k (-?\d+), top_p (\S+) and min_p (\S+)`, (*world).whenDS4),
	bound(`the DS4 sampler takes the row from state ([0-9a-f]{16})`, (*world).whenDS4State),
	bound(`each token took exactly one number from the DS4 stream`, (*world).thenDS4Drew),
}

// ds4Seen is where the stream began and where it stood after each token.
type ds4Seen struct {
	began uint64
	after []uint64
}

const ds4Start = 0x123456789abcdef

func (w *world) whenDS4(ctx context.Context, temperature float64, topK int, topP, minP float64) error {
	row, err := w.row()
	if err != nil {
		return err
	}
	return w.askDS4(ctx, &oracle.DS4In{
		Row: row.F32, Temperature: temperature, TopK: topK, TopP: topP, MinP: minP, RNGState: ds4Start,
	})
}

func (w *world) whenDS4State(ctx context.Context, state string) error {
	row, err := w.row()
	if err != nil {
		return err
	}
	from, err := strconv.ParseUint(state, 16, 64)
	if err != nil {
		return err
	}
	return w.askDS4(ctx, &oracle.DS4In{Row: row.F32, Temperature: 1, TopP: 1, RNGState: from})
}

func (w *world) askDS4(ctx context.Context, in *oracle.DS4In) error {
	out, err := ask[*oracle.DS4Out](ctx, w, oracle.GroupDS4, oracle.EntryDS4, in)
	if err != nil {
		return err
	}
	w.ds4 = &ds4Seen{began: in.RNGState}
	for _, d := range out.Draws {
		id := int64(d.Token)
		w.draws = append(w.draws, oracle.Draw{Tok: &id})
		w.ds4.after = append(w.ds4.after, d.RNGState)
	}
	return nil
}

func (w *world) thenDS4Drew() error {
	if w.ds4 == nil {
		return errNoAnswer
	}
	return w.ds4.moved(1)
}

// moved compares with a fresh stream from which each token took n numbers.
func (s *ds4Seen) moved(n int) error {
	if len(s.after) == 0 {
		return errNoAnswer
	}
	fresh := ds4.State(s.began)
	for i, seen := range s.after {
		for range n {
			fresh.Uint64()
		}
		if seen != uint64(fresh) {
			return fmt.Errorf("after token %d the stream stands at %016x, not at %016x", i, seen, uint64(fresh))
		}
	}
	return nil
}
