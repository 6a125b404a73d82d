package harness_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"rowproof/harness"
	"rowproof/oracle"
)

func TestAskKeepsTheValuesOfEqualParts(t *testing.T) {
	c := fileOf(t, greedy)[0].Cases[0]
	v, err := harness.Ask(t.Context(), &scripted{t: t}, c)
	if err != nil {
		t.Fatal(err)
	}
	if v.Outcome != harness.Equal || string(v.Parts[0].Want) == "" || string(v.Parts[0].Seen) != string(v.Parts[0].Recorded) {
		t.Errorf("got %+v", v)
	}
}

func TestAskFailsWhereTheEngineDoesNotStart(t *testing.T) {
	broken := errors.New("no such program")
	_, err := harness.Ask(t.Context(), &scripted{t: t, config: broken}, fileOf(t, greedy)[0].Cases[0])
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestAskEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	hang := func(ctx context.Context, _ *oracle.Case) (oracle.Output, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	_, err := harness.Ask(ctx, &scripted{t: t, script: map[string]reply{greedy: hang}}, fileOf(t, greedy)[0].Cases[0])
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestARecordThatNothingExplainsIsNeverASuccess(t *testing.T) {
	files := fileOf(t, refused)
	c := *files[0].Cases[0]
	out := *c.Out.(*oracle.NativeOut)
	out.Ordinary.Err = oracle.NonFinite("softmax", 0, 3, 4) // not the census of the row
	c.Out = &out
	v, err := harness.Ask(t.Context(), &scripted{t: t}, &c)
	if err != nil {
		t.Fatal(err)
	}
	if v.Outcome != harness.Differ || v.Fault != harness.Undeclared || !strings.Contains(v.Problem(), "no declared exception") {
		t.Errorf("got %s, %q: %s", v.Outcome, v.Fault, v.Problem())
	}
}

// selfTimed is an engine with its own idea of a deadline.
type selfTimed struct{ scripted }

func (*selfTimed) SelfTimed() {}

func TestAnEngineMayKeepTheDeadlineItself(t *testing.T) {
	slow := func(ctx context.Context, c *oracle.Case) (oracle.Output, error) {
		if _, limited := ctx.Deadline(); limited {
			t.Error("the harness set a deadline")
		}
		time.Sleep(50 * time.Millisecond)
		return honest(t, c), nil
	}
	e := &selfTimed{scripted{t: t, script: map[string]reply{greedy: slow}}}
	s := replay(t, e, fileOf(t, greedy), harness.Options{Deadline: time.Millisecond})
	if s.Total.Equal != 1 {
		t.Errorf("got %s", s.Line())
	}
}
