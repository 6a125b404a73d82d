package steps

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestGuard(t *testing.T) {
	why := errors.New("why")
	g := newGuard(time.Minute)
	for name, c := range map[string]struct {
		f    func(context.Context) error
		want error
	}{
		"a result":  {func(context.Context) error { return nil }, nil},
		"a failure": {func(context.Context) error { return why }, why},
		"a panic":   {func(context.Context) error { panic("p") }, ErrPanic},
	} {
		if err := g.call(t.Context(), c.f); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAPanicKeepsItsStack(t *testing.T) {
	err := newGuard(time.Minute).call(t.Context(), func(context.Context) error { panic("p") })
	if !strings.Contains(err.Error(), "guard_test.go") {
		t.Error(err)
	}
}

func TestTheDeadlineIsTheScenariosNotTheSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGuard(5 * time.Second)
		nap := func(context.Context) error { time.Sleep(3 * time.Second); return nil }
		if err := g.call(t.Context(), nap); err != nil {
			t.Fatal(err)
		}
		if err := g.call(t.Context(), nap); !errors.Is(err, ErrDeadline) {
			t.Error(err)
		}
		time.Sleep(time.Second) // the second nap was given up, not ended
	})
}

func TestAnEndedRunIsNoDeadline(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := newGuard(time.Minute).call(ctx, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	if !errors.Is(err, context.Canceled) || errors.Is(err, ErrDeadline) {
		t.Error(err)
	}
}
