package oracle

// possible refuses records that no sampler can have made, whatever its law: a token
// outside the vocabulary, a draw outside [0, 1), mass that is no mass. Where the law
// excuses a record it is not looked at further, so this is looked at before.
func (c *Case) possible() error {
	switch in := c.In.(type) {
	case *OrdinaryIn:
		if out, ok := c.Out.(*OrdinaryOut); ok {
			return first(drawsFit(out.Draws, in.Row.Width()), out.Dist.fit(in.Row.Width()))
		}
		out := c.Out.(*SparseOut)
		return first(out.Draw.fit(in.Row.Width()), out.Dist.fit(in.Row.Width()))
	case *SparseCtorIn:
		out := c.Out.(*SparseOut)
		return first(out.Draw.fit(in.Vocab), out.Dist.fit(in.Vocab))
	case *BatchIn:
		return c.Out.(*BatchOut).fit(in.Rows.Width())
	case *MixedIn:
		return c.Out.(*MixedOut).fit(in.Target.Width())
	case *NativeIn:
		return c.Out.(*NativeOut).fit(in.Row.Width())
	case *GreedyIn:
		out := c.Out.(*GreedyOut)
		return first(out.Forward.fit(in.Rows.Width()), out.Reversed.fit(in.Rows.Width()))
	case *PointIn:
		return c.Out.(*PointOut).fit(in.Rows.Width(), len(in.Block))
	case *DS4In:
		for _, d := range c.Out.(*DS4Out).Draws {
			if err := tokenFits(int64(d.Token), len(in.Row)); err != nil {
				return err
			}
		}
	}
	return nil
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func tokenFits(token int64, width int) error {
	if token < 0 || token >= int64(width) {
		return badf("token %d of a vocabulary of %d", token, width)
	}
	return nil
}

func doubleFits(next F64) error {
	if !(0 <= next && next < 1) {
		return badf("next %v is no draw from [0, 1)", float64(next))
	}
	return nil
}

func massFits(p []float64) error {
	for _, v := range p {
		if !(0 <= v && v <= 1) {
			return badf("probability %v", v)
		}
	}
	return nil
}

// acceptanceFits leaves NaN and what lies below 0 alone: a target that is not finite
// does give the oracle such an acceptance. Above 1 is cut off.
func acceptanceFits(p F64) error {
	if p > 1 {
		return badf("acceptance probability %v", float64(p))
	}
	return nil
}

func (d *Draw) fit(width int) error {
	if d == nil {
		return nil
	}
	var err error
	if d.Tok != nil {
		err = tokenFits(*d.Tok, width)
	}
	if d.Next != nil {
		err = first(err, doubleFits(*d.Next))
	}
	return err
}

func drawsFit(draws []Draw, width int) error {
	for i := range draws {
		if err := draws[i].fit(width); err != nil {
			return err
		}
	}
	return nil
}

func (d *Dist) fit(width int) error {
	switch {
	case d == nil:
		return nil
	case d.Type == "dense" && *d.N != width:
		return badf("a distribution over %d tokens for a width of %d", *d.N, width)
	case d.Type == "dense" && d.All != nil:
		return massFits(*d.All)
	case d.Type == "dense":
		return first(checkIDs("top_ids", width, d.TopIDs), massFits(*d.TopP))
	case *d.Vocab != width:
		return badf("a distribution over %d tokens for a width of %d", *d.Vocab, width)
	}
	return first(checkIDs("ids", width, d.IDs), massFits(*d.P))
}

func (out *BatchOut) fit(width int) error {
	for _, d := range out.Dists {
		if err := d.fit(width); err != nil {
			return err
		}
	}
	for i, ids := range out.IDs {
		if err := massFits(out.P[i]); err != nil {
			return err
		}
		for j, id := range ids {
			if id == -1 && out.P[i][j] == 0 {
				continue // padding
			}
			if err := tokenFits(id, width); err != nil {
				return err
			}
		}
	}
	return drawsFit(out.Draws, width)
}

func (out *MixedOut) fit(width int) error {
	for _, a := range out.Accept {
		if a.F64 != nil {
			if err := acceptanceFits(*a.F64); err != nil {
				return err
			}
		}
	}
	if d := out.Residual.Dist; out.Residual.Err == nil {
		if d.Width() != width {
			return badf("a residual over %d tokens for a width of %d", d.Width(), width)
		}
	}
	for _, v := range out.Verify {
		if err := doubleFits(v.Next); err != nil {
			return err
		}
		if v.Tok != nil {
			if err := first(tokenFits(*v.Tok, width), acceptanceFits(*v.AcceptP)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Site) fit(width int) error {
	if s == nil || s.Err != nil {
		return nil
	}
	return tokenFits(s.Tok, width)
}

func (out *NativeOut) fit(width int) error {
	o := out.Ordinary
	err := first(doubleFits(o.Next), o.Dist.fit(width))
	if o.Tok != nil {
		err = first(err, tokenFits(*o.Tok, width))
	}
	if out.Lazy != nil && *out.Lazy != -1 {
		err = first(err, tokenFits(*out.Lazy, width))
	}
	return first(err, out.Argmax7577.fit(width), out.Argmax13295.fit(width), out.Argmax15371.fit(width),
		out.ArgmaxBatched.fit(width), out.DraftUnchecked.fit(width))
}

func (o *GreedyOrder) fit(width int) error {
	for _, token := range o.Batched.Tokens {
		if err := tokenFits(token, width); err != nil {
			return err
		}
	}
	for i := range o.Single {
		if err := o.Single[i].fit(width); err != nil {
			return err
		}
		if tok := o.Checked[i].Tok; tok != nil {
			if err := tokenFits(*tok, width); err != nil {
				return err
			}
		}
	}
	return nil
}

func (out *PointOut) fit(width, block int) error {
	err := doubleFits(out.Next)
	if out.Accepted != nil && *out.Accepted > block {
		err = first(err, badf("%d tokens accepted of a block of %d", *out.Accepted, block))
	}
	if out.Correction != nil {
		err = first(err, tokenFits(*out.Correction, width))
	}
	return err
}
