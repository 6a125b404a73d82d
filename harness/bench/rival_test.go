package bench

import (
	"context"
	"errors"
	"testing"
	"time"
)

func rival(t *testing.T, script string) *Rival {
	t.Helper()
	r, err := StartRival(t.Context(), []string{"sh", "-c", script})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARivalTimesItself(t *testing.T) {
	r := rival(t, "while read task; do echo 0.25; done")
	nap := func() error { time.Sleep(time.Millisecond); return nil }
	got, err := Run(context.Background(), []Task{{"maximum", 1, nap}, {"reader", 1, nap}}, r, 2, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Rival != 0 || got[1].Rival != 250*time.Millisecond || got[1].Gain < 2 {
		t.Errorf("%+v", got)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestARivalThatGivesNoTimeIsNamed(t *testing.T) {
	for _, script := range []string{"read task; echo soon", "read task; echo -1", "exit 3"} {
		r := rival(t, script)
		if _, err := r.Time("x"); !errors.Is(err, ErrRival) {
			t.Errorf("%s: %v, want ErrRival", script, err)
		}
		_ = r.Close() // its exit status is not the point here
	}
	if _, err := StartRival(t.Context(), []string{"no-such-program-anywhere"}); !errors.Is(err, ErrRival) {
		t.Errorf("a missing program: %v, want ErrRival", err)
	}
}
