package steps

import (
	"context"
	"errors"
	"fmt"
	"path"
	"sync"
	"time"

	"github.com/cucumber/godog"
)

// place is where a scenario (of an outline: an example) stands.
type place struct {
	file string
	line int
}

// collector knows all scenarios before the first runs, so that one that never
// reports back is missed. Scenarios report from several goroutines.
type collector struct {
	folder   string
	progress func(done, total int)

	mu        sync.Mutex
	features  []Feature
	scenarios map[place]*scenarioLog
	done      int
}

// scenarioLog is what was seen of a scenario while it ran.
type scenarioLog struct {
	out     *Scenario
	steps   int // how many must pass
	passed  int
	ended   bool
	started time.Time
}

func (c *collector) placeOf(s *godog.Scenario) place {
	return place{path.Join(c.folder, s.Uri), int(s.Location.Line)}
}

// seen notes the end of one step. The first one that did not pass decides.
func (c *collector) seen(at place, text string, status godog.StepResultStatus, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.scenarios[at]
	if status == godog.StepPassed && err == nil {
		s.passed++
		return
	}
	if s.out.Failure == "" {
		s.out.Outcome = outcomeOf(status, err)
		s.out.Failure = fmt.Sprintf("%s:%d: %s: %v", at.file, at.line, text, err)
	}
}

func outcomeOf(status godog.StepResultStatus, err error) Outcome {
	switch {
	case status == godog.StepUndefined || errors.Is(err, godog.ErrUndefined):
		return Undefined
	case status == godog.StepPending || status == godog.StepSkipped:
		return Pending
	}
	return Failed
}

func (c *collector) begin(at place) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.scenarios[at].started = time.Now()
}

func (c *collector) end(at place) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.scenarios[at]
	s.out.Duration = time.Since(s.started)
	s.ended = true
	c.done++
	c.progress(c.done, len(c.scenarios))
}

// result is the verdict on every scenario. One passes only if it ended and each
// of its steps was seen to pass.
func (c *collector) result() []Feature {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at, s := range c.scenarios {
		switch {
		case s.out.Failure != "":
		case s.steps == 0:
			s.out.Outcome = Undefined
			s.out.Failure = fmt.Sprintf("%s:%d: the scenario has no steps", at.file, at.line)
		case !s.ended || s.passed != s.steps:
			s.out.Outcome = Failed
			s.out.Failure = fmt.Sprintf("%s:%d: %d of %d steps passed", at.file, at.line, s.passed, s.steps)
		default:
			s.out.Outcome = Passed
		}
	}
	return c.features
}

// watch makes a scenario report to the collector.
func (c *collector) watch(sc *godog.ScenarioContext) {
	var at place
	sc.Before(func(ctx context.Context, s *godog.Scenario) (context.Context, error) {
		at = c.placeOf(s)
		c.begin(at)
		return ctx, nil
	})
	sc.StepContext().After(func(ctx context.Context, st *godog.Step, status godog.StepResultStatus, err error) (context.Context, error) {
		c.seen(at, st.Text, status, err)
		return ctx, nil
	})
	sc.After(func(ctx context.Context, _ *godog.Scenario, _ error) (context.Context, error) {
		c.end(at)
		return ctx, nil
	})
}
