package harness_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/oracle"
)

func judge(t *testing.T, id string, answer func(parts) oracle.Output) harness.Verdict {
	t.Helper()
	c := fileOf(t, id)[0].Cases[0]
	exp, err := oracle.Expect(c)
	if err != nil {
		t.Fatal(err)
	}
	return harness.Judge(c, exp, answer(honest(t, c)), nil)
}

func outcomes(v harness.Verdict) map[string]harness.Outcome {
	m := map[string]harness.Outcome{}
	for _, p := range v.Parts {
		m[p.Name] = p.Outcome
	}
	return m
}

func TestTheRecordItselfIsEqual(t *testing.T) {
	c := fileOf(t, drawn)[0].Cases[0]
	exp, err := oracle.Expect(c)
	if err != nil {
		t.Fatal(err)
	}
	v := harness.Judge(c, exp, c.Out, nil)
	if v.Outcome != harness.Equal || !v.OK() || v.Problem() != "" || len(v.Parts) != 4 {
		t.Errorf("got %+v", v)
	}
	if v.ID != drawn || v.Group != oracle.GroupOrdinary || v.File == "" || v.Line == 0 {
		t.Errorf("the verdict does not say which case it is on: %+v", v)
	}
}

func TestTheLawAgainstTheRecordIsAnException(t *testing.T) {
	v := judge(t, refused, func(p parts) oracle.Output { return p })
	if v.Outcome != harness.Exception || !v.OK() {
		t.Fatalf("got %s: %s", v.Outcome, v.Problem())
	}
	want := []oracle.Class{oracle.ClassArgmax7577, oracle.ClassArgmax13295, oracle.ClassArgmax15371, oracle.ClassArgmax15339}
	if diff := cmp.Diff(want, v.Classes); diff != "" {
		t.Error(diff)
	}
	got := outcomes(v)
	if got["ordinary"] != harness.Equal || got["argmax_7577"] != harness.Exception {
		t.Errorf("parts: %v", got)
	}
}

func TestTheRecordInPlaceOfAnExceptionDiffers(t *testing.T) {
	c := fileOf(t, refused)[0].Cases[0]
	exp, err := oracle.Expect(c)
	if err != nil {
		t.Fatal(err)
	}
	v := harness.Judge(c, exp, c.Out, nil)
	if v.Outcome != harness.Differ || v.OK() || len(v.Classes) != 0 {
		t.Errorf("got %s, %v", v.Outcome, v.Classes)
	}
}

func TestOneWrongPartAmongExceptionsDiffers(t *testing.T) {
	v := judge(t, refused, func(p parts) oracle.Output { return p.with("lazy", int64(0)) })
	if v.Outcome != harness.Differ {
		t.Fatalf("got %s", v.Outcome)
	}
	if got := outcomes(v); got["lazy"] != harness.Differ || got["argmax_7577"] != harness.Exception {
		t.Errorf("parts: %v", got)
	}
	if want := "lazy: want -1, seen 0"; v.Problem() != want {
		t.Errorf("got %q, want %q", v.Problem(), want)
	}
}

func TestAWrongCensusDiffers(t *testing.T) {
	wrong := oracle.TokErr{Err: oracle.NonFinite("greedy argmax", 1, 1, 4)}
	v := judge(t, refused, func(p parts) oracle.Output { return p.with("argmax_15371", wrong) })
	if want := "argmax_15371: err.inf: want 0, seen 1"; v.Outcome != harness.Differ || v.Problem() != want {
		t.Errorf("got %s, %q, want %q", v.Outcome, v.Problem(), want)
	}
}

func TestTheWordingOfAnErrorIsNotJudged(t *testing.T) {
	other := oracle.NonFinite("greedy argmax", 1, 0, 4)
	other.Msg = "in other words"
	v := judge(t, refused, func(p parts) oracle.Output { return p.with("argmax_15371", oracle.TokErr{Err: other}) })
	if v.Outcome != harness.Exception {
		t.Errorf("got %s: %s", v.Outcome, v.Problem())
	}
}

func TestOneUlpDiffers(t *testing.T) {
	v := judge(t, drawn, func(p parts) oracle.Output {
		d := p[1].Value.(oracle.Draw)
		next := oracle.F64(math.Nextafter(float64(*d.Next), 1))
		d.Next = &next
		return p.with("draw[1]", d)
	})
	if v.Outcome != harness.Differ || !strings.HasSuffix(v.Problem(), "(1 ulp)") || !strings.HasPrefix(v.Problem(), "draw[1]: next: ") {
		t.Errorf("got %s: %s", v.Outcome, v.Problem())
	}
}

func TestAMissingPartDiffers(t *testing.T) {
	v := judge(t, drawn, func(p parts) oracle.Output { return p[:3] })
	if v.Outcome != harness.Differ || v.Problem() != "dist: this part is missing in the answer" {
		t.Errorf("got %s: %s", v.Outcome, v.Problem())
	}
}

func TestAPartThatNobodyAskedForDiffers(t *testing.T) {
	v := judge(t, drawn, func(p parts) oracle.Output { return append(p, oracle.Part{Name: "more", Value: 1}) })
	if v.Outcome != harness.Differ || v.Problem() != "more: this part was not asked for" {
		t.Errorf("got %s: %s", v.Outcome, v.Problem())
	}
}

func TestAnswersThatAreNoneHaveAFault(t *testing.T) {
	for _, tc := range []struct {
		name    string
		seen    oracle.Output
		err     error
		outcome harness.Outcome
		fault   harness.Fault
		problem string
	}{
		{"unsupported", nil, harness.Unsupported("no dense route here"), harness.NotSupported, "", "unsupported: no dense route here"},
		{"unsupported without a reason", nil, harness.Unsupported(""), harness.NotSupported, "", "unsupported: not supported by this engine"},
		{"unsupported, wrapped", nil, fmt.Errorf("pipe: %w", harness.ErrUnsupported), harness.NotSupported, "", "unsupported: pipe: not supported by this engine"},
		{"error", nil, errors.New("out of sorts"), harness.Differ, harness.Failed, "no answer (error): out of sorts"},
		{"deadline", nil, context.DeadlineExceeded, harness.Differ, harness.TooSlow, "no answer (deadline): context deadline exceeded"},
		{"nothing at all", nil, nil, harness.Differ, harness.NoAnswer, "no answer (nothing): the engine returned neither an answer nor an error"},
		{"nothing that can be written", parts{{Name: "draw[0]", Value: make(chan int)}}, nil, harness.Differ, harness.Failed, ""},
		{"a nil pointer", (*oracle.OrdinaryOut)(nil), nil, harness.Differ, harness.Failed, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := fileOf(t, drawn)[0].Cases[0]
			exp, err := oracle.Expect(c)
			if err != nil {
				t.Fatal(err)
			}
			v := harness.Judge(c, exp, tc.seen, tc.err)
			if v.Outcome != tc.outcome || v.Fault != tc.fault || v.OK() {
				t.Errorf("got %s, fault %q", v.Outcome, v.Fault)
			}
			if tc.problem != "" && v.Problem() != tc.problem {
				t.Errorf("got %q, want %q", v.Problem(), tc.problem)
			}
		})
	}
}
