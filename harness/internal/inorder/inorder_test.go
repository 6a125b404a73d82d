package inorder_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"rowproof/harness/internal/inorder"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestWhatIsKeptDoesNotDependOnTheJobs: all before the first last task is done.
func TestWhatIsKeptDoesNotDependOnTheJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		last := rapid.SliceOfN(rapid.Bool(), 0, 20).Draw(t, "last")
		done := make([]atomic.Bool, len(last))
		noted := 0
		kept, err := inorder.Tasks{
			Count: len(last), Jobs: rapid.IntRange(0, 5).Draw(t, "jobs"),
			Do: func(i int) { done[i].Store(true) },
			Note: func(i, n int) bool {
				if noted++; n != noted {
					t.Errorf("task %d is the %d. done, not the %d.", i, noted, n)
				}
				return last[i]
			},
		}.Run(context.Background())
		want := len(last)
		for i := len(last) - 1; i >= 0; i-- {
			if last[i] {
				want = i + 1
			}
		}
		if err != nil || kept != want {
			t.Fatalf("%d kept, %v, want %d", kept, err, want)
		}
		for i := range kept {
			if !done[i].Load() {
				t.Fatalf("task %d was not done", i)
			}
		}
	})
}

// TestTheEndOfTheContextIsAnError that counts what was done.
func TestTheEndOfTheContextIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	kept, err := inorder.Tasks{
		Count: 5, Jobs: 1, What: "rows",
		Do: func(i int) {
			if i == 2 {
				cancel(cause)
			}
		},
		Note: func(int, int) bool { return false },
	}.Run(ctx)
	if kept != 0 || !errors.Is(err, cause) || !strings.Contains(err.Error(), "stopped after 2 of 5 rows") {
		t.Errorf("%d, %v", kept, err)
	}
}
