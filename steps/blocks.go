package steps

import (
	"context"
	"errors"
	"fmt"

	"rowproof/oracle"
)

// blockSteps settle tokens that were copied from the context, each a certain
// proposal, against the rows that score them.
var blockSteps = []step{
	bound(`the copied tokens ([\d ]+)`, (*world).givenBlock),
	bound(`the block is settled`, (*world).whenSettled),
	bound(`(\d+) of them (?:is|are) accepted`, (*world).thenAccepted),
	bound(`the correction is token (\d+)`, (*world).thenCorrection),
	bound(`there is no correction`, (*world).thenNoCorrection),
}

func (w *world) givenBlock(list string) error {
	var err error
	w.block, err = ids(list)
	return err
}

func (w *world) whenSettled(ctx context.Context) error {
	out, err := ask[*oracle.PointOut](ctx, w, oracle.GroupPoint, oracle.EntryPoint,
		&oracle.PointIn{Rows: w.rows, Block: w.block, Cfg: w.cfg, RNGSeed: w.seed})
	if err != nil {
		return err
	}
	w.point = out
	if out.Err != nil {
		w.refuse(out.Err, &out.Next)
	}
	return nil
}

func (w *world) settled() (*oracle.PointOut, error) {
	switch {
	case w.point == nil:
		return nil, errNoAnswer
	case w.point.Err != nil:
		return nil, errors.New(w.point.Err.Msg)
	}
	return w.point, nil
}

func (w *world) thenAccepted(n int) error {
	out, err := w.settled()
	if err == nil && *out.Accepted != n {
		err = fmt.Errorf("seen %d", *out.Accepted)
	}
	return err
}

func (w *world) thenCorrection(token int64) error {
	out, err := w.settled()
	switch {
	case err != nil:
		return err
	case out.Correction == nil:
		return errors.New("there is none")
	case *out.Correction != token:
		return fmt.Errorf("seen %d", *out.Correction)
	}
	return nil
}

func (w *world) thenNoCorrection() error {
	out, err := w.settled()
	if err == nil && out.Correction != nil {
		err = fmt.Errorf("seen token %d", *out.Correction)
	}
	return err
}
