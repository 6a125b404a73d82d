package record

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"rowproof/harness"
	"rowproof/harness/fresh"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

// mistaken gives token 0 for a greedy row that holds a NaN, as an unchecked argmax
// might.
var mistaken = newPuppet(func(_ context.Context, c *oracle.Case) (oracle.Output, error) {
	in, ok := c.In.(*oracle.OrdinaryIn)
	if !ok || c.Group != oracle.GroupOrdinary || in.Cfg.Temperature != 0 {
		return nil, nil
	}
	if nan, _, _ := in.Row.Census(); nan == 0 {
		return nil, nil
	}
	out, err := inprocess.New().Answer(context.Background(), c)
	if err != nil {
		return nil, err
	}
	first, zero := out.(*oracle.OrdinaryOut), int64(0)
	for i := range first.Draws {
		first.Draws[i].Err, first.Draws[i].Tok = nil, &zero
	}
	return first, nil
})

// TestAFailureIsFoundShrunkAndSaved goes the whole way of a fresh case that fails.
func TestAFailureIsFoundShrunkAndSaved(t *testing.T) {
	judge, dir := inprocess.New(), t.TempDir()
	r, err := Record(background, judge, some(t, 200, oracle.GroupOrdinary), Options{})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := harness.Replay(background, mistaken, r.Files, harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if summary.Total.Differ == 0 {
		t.Fatal("the mistake shows in no case")
	}
	fails := Disagree(background, judge, mistaken)
	for i, v := range summary.Verdicts {
		if v.OK() {
			continue
		}
		small := fresh.Shrink(background, r.Files[0].Cases[i], fails, 2000)
		if _, err := SaveFailure(dir, small, r.Engine); err != nil {
			t.Fatal(err)
		}
	}
	files, err := harness.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 { // all of them are one failure: a row that is one NaN
		t.Errorf("%d files are left: %s", len(files), names(t, dir))
	}
	for _, f := range files {
		in := f.Cases[0].In.(*oracle.OrdinaryIn)
		if in.Row.Width() != 1 || len(in.TokenCounts)+len(in.Overlay) > 0 || in.RNGSeed != 0 {
			t.Errorf("%s: %+v", f.Name, in)
		}
		if v, err := harness.Ask(background, mistaken, f.Cases[0]); err != nil || v.Outcome != harness.Differ {
			t.Errorf("%s: the saved case does not fail: %v, %v", f.Name, v, err)
		}
		if v, err := harness.Ask(background, judge, f.Cases[0]); err != nil || !v.OK() {
			t.Errorf("%s: the saved record is wrong: %v, %v", f.Name, v, err)
		}
	}
}

func TestDisagreeProvesNothingWithoutAnAnswer(t *testing.T) {
	c := some(t, 1, oracle.GroupRNG)[0].Cases[0]
	mute := newPuppet(func(context.Context, *oracle.Case) (oracle.Output, error) { return nil, harness.Unsupported("no") })
	if Disagree(background, mute, inprocess.New())(c) || Disagree(background, inprocess.New(), mute)(c) {
		t.Error("an engine that does not answer makes a failure")
	}
	if Disagree(background, inprocess.New(), inprocess.New())(c) {
		t.Error("an engine disagrees with itself")
	}
}

func TestSaveFailureWithoutAnAnswer(t *testing.T) {
	dir := t.TempDir()
	for _, f := range some(t, 40) {
		c := f.Cases[0]
		place, err := SaveFailure(dir, c, harness.Info{})
		if err != nil {
			t.Fatal(err)
		}
		if base := filepath.Base(place); !strings.HasPrefix(base, c.Group+"-") {
			t.Errorf("%s is called %s", c.ID, base)
		}
		again, err := Load(place)
		if err != nil || again[0].Cases[0].Out != nil || again[0].Header.Schema != oracle.SchemaInputs {
			t.Errorf("%s: %v", place, err)
		}
		anonymous := *c
		anonymous.ID = ""
		if twin, err := SaveFailure(dir, &anonymous, harness.Info{}); err != nil || twin != place {
			t.Errorf("%s and %s are one failure (%v)", place, twin, err)
		}
	}
}

func TestSaveFailureRefusesWhatIsNoRecord(t *testing.T) {
	dir := t.TempDir()
	c := *some(t, 1, oracle.GroupRNG)[0].Cases[0]
	c.Out = &oracle.PointOut{}
	if _, err := SaveFailure(dir, &c, harness.Info{}); !errors.Is(err, ErrAnswer) {
		t.Errorf("got %v", err)
	}
	c.Out, c.Kind = nil, "nonsense"
	if _, err := SaveFailure(dir, &c, harness.Info{}); !errors.Is(err, oracle.ErrFormat) {
		t.Errorf("got %v", err)
	}
	if got := names(t, dir); got != "[]" {
		t.Errorf("left behind: %s", got)
	}
}
