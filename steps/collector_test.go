package steps

import (
	"errors"
	"testing"

	"github.com/cucumber/godog"
	"github.com/google/go-cmp/cmp"
)

// collectorOf knows one scenario of n steps.
func collectorOf(n int) (*collector, place) {
	at := place{"f", 1}
	c := &collector{progress: func(int, int) {}, scenarios: map[place]*scenarioLog{}}
	c.features = []Feature{{File: "f", Scenarios: make([]Scenario, 1)}}
	c.scenarios[at] = &scenarioLog{out: &c.features[0].Scenarios[0], steps: n}
	return c, at
}

func TestNothingSeenIsNotPassed(t *testing.T) {
	for name, c := range map[string]struct {
		report func(*collector, place)
		want   Outcome
	}{
		"never began": {func(*collector, place) {}, Failed},
		"never ended": {func(c *collector, at place) {
			c.seen(at, "", godog.StepPassed, nil)
			c.seen(at, "", godog.StepPassed, nil)
		}, Failed},
		"a step missing": {func(c *collector, at place) { c.seen(at, "", godog.StepPassed, nil); c.end(at) }, Failed},
		"passed": {func(c *collector, at place) {
			c.seen(at, "", godog.StepPassed, nil)
			c.seen(at, "", godog.StepPassed, nil)
			c.end(at)
		}, Passed},
		"passed with an error": {func(c *collector, at place) {
			c.seen(at, "", godog.StepPassed, errors.New("hook"))
			c.seen(at, "", godog.StepPassed, nil)
			c.end(at)
		}, Failed},
	} {
		log, at := collectorOf(2)
		c.report(log, at)
		if s := log.result()[0].Scenarios[0]; s.Outcome != c.want || (s.Failure == "") != (c.want == Passed) {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestTheFirstProblemDecides(t *testing.T) {
	c, at := collectorOf(3)
	c.seen(at, "one", godog.StepPassed, nil)
	c.seen(at, "two", godog.StepFailed, errors.New("why"))
	c.seen(at, "three", godog.StepSkipped, nil)
	c.end(at)
	s := c.result()[0].Scenarios[0]
	if d := cmp.Diff("f:1: two: why", s.Failure); d != "" || s.Outcome != Failed {
		t.Error(s.Outcome, d)
	}
}
