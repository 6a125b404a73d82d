package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cucumber/godog"

	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// mixedSteps settle one drafted token between two distributions.
var mixedSteps = []step{
	bound(`the dense (target|draft)`, (*world).givenDense),
	bound(`the sparse (target|draft) over (\d+) tokens`, (*world).givenSparse),
	bound(`the drafted token (\d+) is verified`, (*world).whenVerified),
	bound(`its acceptance probability is (\S+)`, (*world).thenAcceptance),
	bound(`it is kept`, (*world).thenKept),
	bound(`it is replaced by token (\d+)`, (*world).thenReplaced),
	bound(`(\d+) doubles? (?:was|were) drawn`, (*world).thenDoubles),
	bound(`the residual is`, (*world).thenResidual),
	bound(`the residual is the target itself`, (*world).thenResidualIsTarget),
	bound(`acceptance, residual and verification are refused as "([^"]+)" with (\d+) NaN and (\d+) (?:infinity|infinities) of (\d+)`, (*world).thenAllRefused),
	bound(`residual and verification are refused as a bad value`, (*world).thenResidualBad),
}

func (w *world) put(side string, d oracle.RawDist) {
	if side == "target" {
		w.target = d
		return
	}
	w.draft = d
}

func (w *world) givenDense(side string, t *godog.Table) error {
	lines, err := numbers(t)
	if err != nil {
		return err
	}
	w.put(side, oracle.RawDist{Type: "dense", All: lines[0]})
	return nil
}

func (w *world) givenSparse(side string, width int, t *godog.Table) error {
	tokens, mass, err := weights(t)
	w.put(side, oracle.RawDist{Type: "sparse", Vocab: &width, IDs: tokens, P: mass})
	return err
}

func (w *world) whenVerified(ctx context.Context, token int64) error {
	out, err := ask[*oracle.MixedOut](ctx, w, oracle.GroupMixed, oracle.EntryMixed,
		&oracle.MixedIn{Target: w.target, Draft: w.draft, Tokens: []int64{token}, RNGSeed: w.seed})
	if err != nil {
		return err
	}
	if len(out.Accept) != 1 || len(out.Verify) != 1 {
		return fmt.Errorf("one token was asked for, %d and %d were answered", len(out.Accept), len(out.Verify))
	}
	w.mixed = out
	v := out.Verify[0]
	w.draws = []oracle.Draw{{Tok: v.Tok, Err: v.Err, Next: &v.Next}}
	return nil
}

// decided is the decision about the token.
func (w *world) decided() (oracle.VerifyOut, error) {
	if w.mixed == nil {
		return oracle.VerifyOut{}, errNoAnswer
	}
	v := w.mixed.Verify[0]
	if v.Err != nil {
		return v, errors.New(v.Err.Msg)
	}
	return v, nil
}

func (w *world) thenAcceptance(p float64) error {
	v, err := w.decided()
	if err != nil {
		return err
	}
	if a := w.mixed.Accept[0]; a.F64 == nil || !sameBits(float64(*a.F64), p) || !sameBits(float64(*v.AcceptP), p) {
		return fmt.Errorf("seen %v, and %v when verified", a.F64, *v.AcceptP)
	}
	return nil
}

func (w *world) thenKept() error {
	v, err := w.decided()
	if err == nil && !*v.Accepted {
		err = fmt.Errorf("it was replaced by token %d", *v.Tok)
	}
	return err
}

func (w *world) thenReplaced(token int64) error {
	v, err := w.decided()
	if err == nil && (*v.Accepted || *v.Tok != token) {
		err = fmt.Errorf("accepted %v, token %d", *v.Accepted, *v.Tok)
	}
	return err
}

// thenDoubles compares with a fresh stream.
func (w *world) thenDoubles(n int) error {
	var next *oracle.F64
	switch {
	case w.point != nil:
		next = &w.point.Next
	case w.mixed != nil:
		next = &w.mixed.Verify[0].Next
	default:
		return errNoAnswer
	}
	fresh := numpy.New(w.seed)
	for range n {
		fresh.Float64()
	}
	if want := fresh.Peek(); !sameBits(float64(*next), want) {
		return fmt.Errorf("the next double is %v, not %v", *next, want)
	}
	return nil
}

func (w *world) thenResidual(t *godog.Table) error {
	tokens, mass, err := weights(t)
	if err != nil {
		return err
	}
	if w.mixed == nil {
		return errNoAnswer
	}
	r := w.mixed.Residual
	if r.Err != nil {
		return errors.New(r.Err.Msg)
	}
	seen, p := r.Dist.IDs, r.Dist.P
	if r.Dist.Type == "dense" {
		seen, p = nil, r.Dist.All
		for i := range p {
			seen = append(seen, int64(i))
		}
	}
	if !slices.Equal(seen, tokens) || !slices.EqualFunc(p, mass, sameBits) {
		return fmt.Errorf("seen %v with %v", seen, p)
	}
	return nil
}

func (w *world) thenResidualIsTarget() error {
	if w.mixed == nil || !w.mixed.Residual.IsTarget {
		return errors.New("it is another distribution")
	}
	return nil
}

func (w *world) thenAllRefused(where string, nan, inf, width int) error {
	return w.refusedBy(oracle.NonFinite(where, nan, inf, width), true)
}

func (w *world) thenResidualBad() error {
	return w.refusedBy(&oracle.Err{Kind: oracle.KindValue}, false)
}

func (w *world) refusedBy(want *oracle.Err, acceptanceToo bool) error {
	if w.mixed == nil {
		return errNoAnswer
	}
	calls := map[string]*oracle.Err{"residual": w.mixed.Residual.Err, "verification": w.mixed.Verify[0].Err}
	if acceptanceToo {
		calls["acceptance"] = w.mixed.Accept[0].Err
	}
	for call, seen := range calls {
		if err := sameRefusal(seen, want); err != nil {
			return fmt.Errorf("%s: %w", call, err)
		}
	}
	return nil
}
