package steps

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestAGuardedStepHasItsOwnArguments(t *testing.T) {
	w := &world{guard: newGuard(time.Minute)}
	why := errors.New("why")
	plain := func(got *world, name string, n int) error {
		if got != w || name != "a" || n != 3 {
			t.Errorf("%p %s %d", got, name, n)
		}
		return why
	}
	if err := guarded(w, plain).(func(context.Context, string, int) error)(t.Context(), "a", 3); !errors.Is(err, why) {
		t.Error(err)
	}
	withContext := func(got *world, ctx context.Context, n int) error {
		if _, bounded := ctx.Deadline(); got != w || !bounded || n != 3 {
			t.Errorf("%p %v %d", got, ctx, n)
		}
		return nil
	}
	if err := guarded(w, withContext).(func(context.Context, int) error)(t.Context(), 3); err != nil {
		t.Error(err)
	}
}

func TestASentenceIsWhole(t *testing.T) {
	s := bound(`the token is (\d+)`, nil)
	for _, text := range []string{"and the token is 1", "the token is 1 or 2"} {
		if s.pattern.MatchString(text) {
			t.Error(text)
		}
	}
}
