package harness_test

import (
	"errors"
	"fmt"
	"testing"

	"rowproof/harness"
	"rowproof/oracle"
)

func TestAnErrorThatKnowsItsFaultKeepsIt(t *testing.T) {
	cause := errors.New("exit status 3\nstderr:\nout of memory")
	err := fmt.Errorf("engine: %w", &harness.FaultError{Fault: harness.Crashed, Err: cause})
	if !errors.Is(err, cause) {
		t.Errorf("%v does not wrap its cause", err)
	}
	c := fileOf(t, drawn)[0].Cases[0]
	v := harness.Judge(c, oracle.Expected{}, nil, err)
	if v.Outcome != harness.Differ || v.Fault != harness.Crashed || v.Message != err.Error() {
		t.Errorf("got %+v", v)
	}
	if want := "no answer (crash): engine: exit status 3"; v.Problem() != want {
		t.Errorf("got %q, want %q", v.Problem(), want)
	}
}
