package record

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

var background = context.Background()

// TestWhatWasRecordedReplays: inputs become receipts, on disk and back.
func TestWhatWasRecordedReplays(t *testing.T) {
	in := some(t, 150)
	last := 0
	r, err := Record(background, inprocess.New(), in, Options{Progress: func(done, total int) {
		if done != last+1 || total != 150 {
			t.Errorf("told %d of %d after %d", done, total, last)
		}
		last = done
	}})
	if err != nil {
		t.Fatal(err)
	}
	if last != 150 || len(r.Unsupported) != 0 || len(r.Files) != len(in) || r.Engine.Name != "rowproof" {
		t.Errorf("told of %d; %d unsupported, %d files, by %+v", last, len(r.Unsupported), len(r.Files), r.Engine)
	}
	if in[0].Cases[0].Out != nil {
		t.Error("the inputs were changed")
	}
	dir := t.TempDir()
	if err := Write(dir, r.Files); err != nil {
		t.Fatal(err)
	}
	files, err := harness.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := harness.Replay(background, inprocess.New(), files, harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summary.Line(), "total 150: 150 equal, 0 exceptions, 0 unsupported, 0 differ"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, f := range files {
		if h := f.Header; !strings.HasPrefix(h.Device+h.Source, "rowproof ") || h.Seed != 1 && h.Group != oracle.GroupDS4 {
			t.Errorf("%s: header %+v", f.Name, h)
		}
	}
}

func TestUnsupportedCasesAreLeftOut(t *testing.T) {
	in := some(t, 20, oracle.GroupRNG, oracle.GroupNumeric)
	one := in[1].Cases[2].ID
	e := newPuppet(func(_ context.Context, c *oracle.Case) (oracle.Output, error) {
		if c.Group == oracle.GroupRNG || c.ID == one {
			return nil, harness.Unsupported("not today")
		}
		return nil, nil
	})
	r, err := Record(background, e, in, Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Files) != 1 || r.Files[0].Header.Cases != len(in[1].Cases)-1 || len(r.Unsupported) != len(in[0].Cases)+1 {
		t.Errorf("%d files, %d unsupported", len(r.Files), len(r.Unsupported))
	}
	if u := r.Unsupported[len(in[0].Cases)]; u != (Unsupported{one, oracle.GroupNumeric, "not today"}) {
		t.Errorf("%+v", u)
	}
}

// TestWhatIsNoAnswerIsNotRecorded: every way to give none fails the whole recording
// and names its cases.
func TestWhatIsNoAnswerIsNotRecorded(t *testing.T) {
	in := some(t, 12, oracle.GroupRNG)
	bad := []string{in[0].Cases[3].ID, in[0].Cases[7].ID}
	deaf := make(chan struct{})
	defer close(deaf)
	gives := func(out oracle.Output, err error) func() (oracle.Output, error) {
		return func() (oracle.Output, error) { return out, err }
	}
	for says, answer := range map[string]func() (oracle.Output, error){
		"broken down":             gives(nil, errors.New("broken down")),
		"upside down":             func() (oracle.Output, error) { panic("upside down") },
		"no answer: context":      func() (oracle.Output, error) { <-deaf; return nil, nil },
		"null where an object":    gives((*oracle.RNGOut)(nil), nil),
		"no record":               gives(&oracle.RNGOut{}, nil),
		"to another question":     gives(someStream(t), nil),
		"where an object belongs": gives(list{}, nil),
	} {
		e := newPuppet(func(_ context.Context, c *oracle.Case) (oracle.Output, error) {
			if slices.Contains(bad, c.ID) {
				return answer()
			}
			return nil, nil
		})
		r, err := Record(background, e, in, Options{Deadline: 200 * time.Millisecond})
		if r != nil || !errors.Is(err, ErrAnswer) {
			t.Errorf("%s: %v, %v", says, r, err)
			continue
		}
		for _, want := range append(bad, says) {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: does not say %q: %v", says, want, err)
			}
		}
	}
}

// list is an outcome of no kind of case.
type list []int

func (list) Parts() []oracle.Part { return nil }

// someStream is a right answer to an rng case of its own.
func someStream(t *testing.T) oracle.Output {
	t.Helper()
	out, err := inprocess.New().Answer(background, &oracle.Case{In: &oracle.RNGIn{Seed: "5", Ops: []oracle.RNGOp{{Op: "random"}}}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSilenceIsNoAnswer(t *testing.T) {
	e := silent{inprocess.New()}
	if _, err := Record(background, e, some(t, 1, oracle.GroupRNG), Options{}); !errors.Is(err, errSilent) {
		t.Errorf("got %v", err)
	}
}

// TestAnAnswerThatCannotBeWrittenIsNone: a DS4 receipt has its draws at top level.
func TestAnAnswerThatCannotBeWrittenIsNone(t *testing.T) {
	e := newPuppet(func(context.Context, *oracle.Case) (oracle.Output, error) { return &oracle.RNGOut{}, nil })
	_, err := Record(background, e, some(t, 1, oracle.GroupDS4), Options{})
	if !errors.Is(err, ErrAnswer) || !strings.Contains(err.Error(), "no outcome") {
		t.Errorf("got %v", err)
	}
}

type silent struct{ harness.Engine }

func (silent) Answer(context.Context, *oracle.Case) (oracle.Output, error) { return nil, nil }

type nameless struct{ harness.Engine }

func (nameless) Config(context.Context) (harness.Info, error) {
	return harness.Info{}, errors.New("who am I?")
}

func TestAnEngineThatGivesNoNameRecordsNothing(t *testing.T) {
	if _, err := Record(background, nameless{inprocess.New()}, some(t, 1), Options{}); err == nil {
		t.Error("recorded")
	}
}

// punctual keeps time itself: the deadline of the recording is not for it.
type punctual struct{ harness.Engine }

func (punctual) SelfTimed() {}

func TestAnEngineThatKeepsTimeHasNoDeadlineHere(t *testing.T) {
	slow := newPuppet(func(ctx context.Context, _ *oracle.Case) (oracle.Output, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
			return nil, nil
		}
	})
	in, o := some(t, 2, oracle.GroupRNG), Options{Deadline: time.Millisecond}
	if _, err := Record(background, slow, in, o); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if _, err := Record(background, punctual{slow}, in, o); err != nil {
		t.Error(err)
	}
}

func TestAnEndedContextRecordsNothing(t *testing.T) {
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	e := newPuppet(func(context.Context, *oracle.Case) (oracle.Output, error) { cancel(stop); return nil, nil })
	if r, err := Record(ctx, e, some(t, 20), Options{Jobs: 1}); r != nil || !errors.Is(err, stop) {
		t.Errorf("%v, %v", r, err)
	}
}

// TestAnEngineCannotChangeTheQuestion: it gets a copy.
func TestAnEngineCannotChangeTheQuestion(t *testing.T) {
	in := some(t, 3, oracle.GroupNumeric)
	e := newPuppet(func(_ context.Context, c *oracle.Case) (oracle.Output, error) {
		if v, ok := c.In.(*oracle.Float64sIn); ok {
			v.F64[0] = 99
		}
		return nil, nil
	})
	if _, err := Record(background, e, in, Options{}); err != nil {
		t.Fatal(err)
	}
	again := some(t, 3, oracle.GroupNumeric)
	for i, c := range in[0].Cases {
		if !sameQuestion(c, again[0].Cases[i]) {
			t.Errorf("%s was changed", c.ID)
		}
	}
}
