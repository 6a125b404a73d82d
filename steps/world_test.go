package steps

import (
	"context"
	"errors"
	"strings"
	"testing"

	"rowproof/harness"
	"rowproof/oracle"
)

// strange is an answer of no entry.
type strange struct{}

func (*strange) Parts() []oracle.Part { return nil }

type answering struct {
	harness.Engine
	out oracle.Output
	err error
}

func (a answering) Answer(context.Context, *oracle.Case) (oracle.Output, error) { return a.out, a.err }

func TestAskWantsTheFormOfItsEntry(t *testing.T) {
	w := &world{engine: answering{out: &strange{}}}
	_, err := ask[*oracle.PointOut](t.Context(), w, oracle.GroupPoint, oracle.EntryPoint, nil)
	if err == nil || !strings.Contains(err.Error(), "*steps.strange") {
		t.Error(err)
	}
	why := errors.New("why")
	w = &world{engine: answering{err: why}}
	if _, err := ask[*oracle.PointOut](t.Context(), w, oracle.GroupPoint, oracle.EntryPoint, nil); !errors.Is(err, why) {
		t.Error(err)
	}
}

func TestOneRow(t *testing.T) {
	for _, n := range []int{0, 2} {
		if _, err := (&world{rows: make(oracle.Rows, n)}).row(); !errors.Is(err, errNoRow) {
			t.Errorf("%d rows: %v", n, err)
		}
	}
}
