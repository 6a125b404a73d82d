package bench

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestMaximumIsTheMaximum(t *testing.T) {
	for n := 1; n < 200; n++ {
		for at := range n {
			x := make([]float32, n)
			x[at] = 3
			if got := maximum(x); got != 3 {
				t.Fatalf("width %d, peak at %d: %v", n, at, got)
			}
		}
	}
}

func TestEveryReaderRuns(t *testing.T) {
	for _, task := range Tasks() {
		if err := task.Run(); err != nil {
			t.Errorf("%s: %v", task.Name, err)
		}
	}
}

func TestRunReportsRatiosToTheFirstTask(t *testing.T) {
	nap := func(d time.Duration) func() error { return func() error { time.Sleep(d); return nil } }
	rounds := 0
	got, err := Run(context.Background(), []Task{{"short", 1, nap(2 * time.Millisecond)}, {"long", 1, nap(12 * time.Millisecond)}}, nil, 3, func(int) { rounds++ })
	if err != nil || rounds != 3 {
		t.Fatal(rounds, err)
	}
	if got[0].Ratio != 1 || got[1].Ratio <= 1 || got[1].Median < 12*time.Millisecond {
		t.Errorf("%+v", got)
	}
}

func TestRunStopsOnAnErrorAndOnCancel(t *testing.T) {
	broken := errors.New("broken")
	if _, err := Run(context.Background(), []Task{{"x", 1, func() error { return broken }}}, nil, 1, func(int) {}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, Tasks(), nil, 1, func(int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
