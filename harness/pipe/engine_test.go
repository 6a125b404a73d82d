package pipe

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rowproof/harness"
	"rowproof/oracle"
)

// short is enough for an honest answer on a busy machine, and little to wait for.
var short = Options{CaseTimeout: 2 * time.Second}

func TestOurEngineBehindAPipeGivesTheSameTotalLine(t *testing.T) {
	t.Parallel()
	e := start(t, Options{Processes: 2}, "honest")
	s := replay(t, e, allFiles(t), 2)
	for _, v := range s.NotProven() {
		t.Errorf("%s: %s", v.ID, v.Problem())
	}
	if want := "total 2864: 2771 equal, 93 exceptions, 0 unsupported, 0 differ"; s.Line() != want {
		t.Errorf("got %q, want %q", s.Line(), want)
	}
	if s.Engine.Name != "test engine" || e.Restarts() != 0 {
		t.Errorf("got %+v, %d restarts", s.Engine, e.Restarts())
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// TestWhatAnEngineDoesWrongIsOneCase: the third of five cases goes wrong in a way of
// its own, and the others are right.
func TestWhatAnEngineDoesWrongIsOneCase(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		behaviour string
		fault     harness.Fault
		problem   string // in the one line
		message   string // in the whole
		restarts  int
	}{
		{"hangs", harness.TooSlow, "no answer (deadline): no answer within 2s", "stderr:\nthinking", 1},
		{"exits", harness.Crashed, "no answer (crash): the engine ended with exit status 3 before it answered", "stderr:\nout of memory", 1},
		{"dies of a signal", harness.Crashed, "the engine ended with signal: killed", "", 1},
		{"ends in a line", harness.Crashed, `(20 bytes of an unfinished line: "{\"id\":4,`, "", 1},
		{"closes stdout", harness.Crashed, "the engine closed its stdout before it answered", "", 1},
		{"garbage", harness.Garbage, `no JSON object: invalid character 'S' looking for beginning of value: "Segmentation fault, probably"`, "", 1},
		{"a bare NaN", harness.Garbage, "no JSON object: invalid character 'N'", "", 1},
		{"a list", harness.Garbage, "no JSON object", "", 1},
		{"no id", harness.Garbage, "no id", "", 1},
		{"an id in words", harness.Garbage, `id "4" is no whole number`, "", 1},
		{"an empty line", harness.Garbage, "no JSON object", "", 1},
		{"wrong id", harness.Garbage, "an answer with id 40 to the request with id 4", "", 1},
		{"old id", harness.ExtraAnswer, "a second answer to request 3, where the answer to 4 belongs", "", 1},
		{"twice", harness.ExtraAnswer, `no answer (extra-answer): the engine wrote more than one answer: "{\"id\":4,`, "", 1},
		{"chatter behind the answer", harness.Garbage, `the engine wrote more than one answer: "done in 3 ms\n"`, "", 1},
		{"endless line", harness.Garbage, `a line of more than 67108864 bytes: "xxx`, "", 1},
		{"another shape", harness.Malformed, `no answer (malformed): out: draws[0]: a drawn token needs next`, "", 0},
		{"two at once", harness.Malformed, `exactly one of out, unsupported and error beside its id, not ["error" "out"]`, "", 0},
		{"nothing in it", harness.Malformed, "exactly one of out, unsupported and error", "", 0},
		{"an unknown field", harness.Malformed, `not ["answer"]`, "", 0},
		{"null for a reason", harness.Malformed, "unsupported is no string", "", 0},
		{"says error", harness.Failed, "no answer (error): the engine says: division by zero", "", 0},
	} {
		t.Run(tc.behaviour, func(t *testing.T) {
			t.Parallel()
			o := short
			if tc.behaviour == "endless line" {
				o.CaseTimeout = 30 * time.Second // of work, not of waiting
			}
			e := start(t, o, tc.behaviour)
			s := replay(t, e, five(t), 1)
			if want := "total 5: 4 equal, 0 exceptions, 0 unsupported, 1 differ"; s.Line() != want {
				t.Fatalf("got %q: %+v", s.Line(), s.NotProven())
			}
			v := s.Verdicts[badCase-1]
			if v.Fault != tc.fault || !strings.Contains(v.Problem(), tc.problem) || !strings.Contains(v.Message, tc.message) {
				t.Errorf("fault %q, %s\nmessage: %s\nwant %q, %s, %s", v.Fault, v.Problem(), v.Message, tc.fault, tc.problem, tc.message)
			}
			if e.Restarts() != tc.restarts {
				t.Errorf("%d restarts, want %d", e.Restarts(), tc.restarts)
			}
		})
	}
}

func TestWhatAnEngineMayDo(t *testing.T) {
	t.Parallel()
	for _, behaviour := range []string{"floods stderr", "a slow megabyte"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			e := start(t, Options{}, behaviour)
			s := replay(t, e, five(t), 1)
			if want := "total 5: 5 equal, 0 exceptions, 0 unsupported, 0 differ"; s.Line() != want {
				t.Errorf("got %q: %+v", s.Line(), s.NotProven())
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUnsupportedHasTheReasonOfTheEngine(t *testing.T) {
	t.Parallel()
	s := replay(t, start(t, short, "says unsupported"), five(t), 1)
	if v := s.Verdicts[badCase-1]; v.Problem() != "unsupported: no such kernel here" || s.Total.Unsupported != 1 {
		t.Errorf("got %s: %s", s.Line(), v.Problem())
	}
}

func TestAGroupThatIsNotListedIsNotAsked(t *testing.T) {
	t.Parallel()
	e := start(t, short, "supports point-mass alone")
	_, err := e.Answer(t.Context(), five(t)[0].Cases[0])
	if want := `the engine does not list "ordinary-entry" among its commands`; !errors.Is(err, harness.ErrUnsupported) || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if got := e.Commands(); len(got) != 1 || got[0] != oracle.GroupPoint {
		t.Errorf("got %v", got)
	}
}

func TestACommandThatIsNoEngine(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		argv    []string
		message string
	}{
		{"nothing", nil, "empty command"},
		{"no such program", []string{"/no/such/program"}, "no such file"},
		{"no such program in a shell", Shell("no-such-program-anywhere"), "exit status 127"},
		{"never answers config", command("never answers config"), "no answer within 200ms"},
		{"ends at config", command("ends at config"), "exit status 9 before it answered\nstderr:\ncannot load the model"},
		{"garbage at config", command("garbage at config"), `"Welcome!"`},
		{"error at config", command("error at config"), `the engine answered config with an error: "no model"`},
		{"nameless", command("nameless"), "name and commands are required"},
		{"config with more", command("config with more"), `unknown field "colour"`},
		{"config twice", command("config twice"), "more than one answer"},
		{"cat", []string{"cat"}, `unknown field "command"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			o := Options{ConfigTimeout: 10 * time.Second}
			if tc.name == "never answers config" {
				o.ConfigTimeout = 200 * time.Millisecond
			}
			_, err := Start(t.Context(), tc.argv, o)
			if !errors.Is(err, ErrNoConfig) || !strings.Contains(err.Error(), tc.message) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestProcessesThatAreDifferentEngines(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), command("named by its pid"), Options{Processes: 2})
	if !errors.Is(err, ErrNoConfig) || !strings.Contains(err.Error(), "it calls itself engine ") {
		t.Errorf("got %v", err)
	}
}

func TestAStartEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := Start(ctx, command("never answers config"), Options{})
	if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrNoConfig) {
		t.Errorf("got %v", err)
	}
}

func TestAnEngineThatDoesNotStartAgainIsGivenUp(t *testing.T) {
	t.Parallel()
	for behaviour, want := range map[string]string{
		"starts once":           "not asked: the engine does not start again: the engine gives no configuration: no answer within",
		"another at each start": "it calls itself engine 1 1 and, started again, engine 2 1",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			o := short
			o.ConfigTimeout = 2 * time.Second
			starts := filepath.Join(t.TempDir(), "starts")
			e := start(t, o, behaviour, starts)
			files := five(t)
			files[0].Cases = append(append([]*oracle.Case(nil), files[0].Cases...), files[0].Cases[:3]...)
			s := replay(t, e, files, 1)
			if s.Total.Equal != 2 || s.Total.Differ != 6 || e.Restarts() != 0 {
				t.Fatalf("got %s, %d restarts", s.Line(), e.Restarts())
			}
			if v := s.Verdicts[badCase]; v.Fault != harness.Crashed || !strings.Contains(v.Problem(), want) {
				t.Errorf("got %s", v.Problem())
			}
			if v := s.Verdicts[7]; v.Fault != harness.Crashed || !strings.Contains(v.Problem(), "not asked: the engine failed to start again 3 times") {
				t.Errorf("got %s", v.Problem())
			}
			if raw, err := os.ReadFile(starts); err != nil || len(raw) != 1+maxFailures {
				t.Errorf("%d starts, %v", len(raw), err)
			}
		})
	}
}

// TestASecondAnswerThatComesLater arrives before the next request is written, and is
// charged to that.
func TestASecondAnswerThatComesLater(t *testing.T) {
	t.Parallel()
	said := filepath.Join(t.TempDir(), "said")
	e := start(t, short, "twice, later", filepath.Join(t.TempDir(), "starts"), said)
	cases := five(t)[0].Cases
	for i := range badCase {
		if _, err := e.Answer(t.Context(), cases[i]); err != nil {
			t.Fatal(err)
		}
	}
	for {
		if _, err := os.Stat(said); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	_, err := e.Answer(t.Context(), cases[3])
	if faultOf(err) != harness.ExtraAnswer || !strings.Contains(err.Error(), "before this request was written") {
		t.Errorf("got %v", err)
	}
	if _, err := e.Answer(t.Context(), cases[4]); err != nil || e.Restarts() != 1 {
		t.Errorf("got %v, %d restarts", err, e.Restarts())
	}
}

func TestASecondAnswerToTheLastRequestIsSeenAtTheEnd(t *testing.T) {
	t.Parallel()
	e := start(t, short, "says more after each")
	if _, err := e.Answer(t.Context(), five(t)[0].Cases[0]); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); faultOf(err) != harness.ExtraAnswer {
		t.Errorf("got %v", err)
	}
}

func TestCloseEndsAnEngineThatStays(t *testing.T) {
	t.Parallel()
	o := short
	o.CloseTimeout = 300 * time.Millisecond
	e := start(t, o, "stays")
	begun := time.Now()
	err := e.Close()
	if err == nil || !strings.Contains(err.Error(), "did not end within 300ms") {
		t.Errorf("got %v", err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
	if again := e.Close(); again == nil || again.Error() != err.Error() {
		t.Errorf("closed again: %v", again)
	}
	if _, err := e.Answer(t.Context(), five(t)[0].Cases[0]); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestCloseTellsABadEnd(t *testing.T) {
	t.Parallel()
	if err := start(t, short, "ends with 7").Close(); err == nil || !strings.Contains(err.Error(), "exit status 7") {
		t.Errorf("got %v", err)
	}
}

func TestTheWholeGroupIsKilled(t *testing.T) {
	t.Parallel()
	e := start(t, short, "hangs with a child")
	s := replay(t, e, five(t), 1)
	found := regexp.MustCompile(`child (\d+)`).FindStringSubmatch(s.Verdicts[badCase-1].Message)
	if found == nil {
		t.Fatalf("got %+v", s.Verdicts[badCase-1])
	}
	pid, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	for range 200 { // it is init that has to wait for it
		if running(pid) {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		return
	}
	t.Errorf("process %d lives", pid)
}

// running reports whether a process exists and is more than a zombie.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

func TestAnAnswerEndsWithItsContext(t *testing.T) {
	t.Parallel()
	e := start(t, Options{}, "hangs")
	cases := five(t)[0].Cases
	for i := range badCase - 1 {
		if _, err := e.Answer(t.Context(), cases[i]); err != nil {
			t.Fatal(err)
		}
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	timer := time.AfterFunc(50*time.Millisecond, func() { cancel(enough) })
	defer timer.Stop()
	if _, err := e.Answer(ctx, cases[2]); !errors.Is(err, enough) {
		t.Errorf("got %v", err)
	}
	if _, err := e.Answer(ctx, cases[2]); !errors.Is(err, enough) {
		t.Errorf("when it had ended before: got %v", err)
	}
	if _, err := e.Answer(t.Context(), cases[2]); err != nil || e.Restarts() != 1 {
		t.Errorf("got %v, %d restarts", err, e.Restarts())
	}
}

func TestADeadlineOfTheCallerIsADeadline(t *testing.T) {
	t.Parallel()
	e := start(t, Options{}, "hangs")
	cases := five(t)[0].Cases
	var err error
	for i := range badCase {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		_, err = e.Answer(ctx, cases[i])
		cancel()
	}
	if faultOf(err) != harness.TooSlow || !strings.Contains(err.Error(), "thinking") {
		t.Errorf("got %v", err)
	}
}

// TestCasesThatWaitForAProcessAreNotLate: four cases at once for one process, one of
// which hangs; only that one misses its deadline.
func TestCasesThatWaitForAProcessAreNotLate(t *testing.T) {
	t.Parallel()
	s := replay(t, start(t, short, "hangs"), five(t), 4)
	if s.Total.Differ != 1 || s.Total.Equal != 4 {
		t.Errorf("got %s: %+v", s.Line(), s.NotProven())
	}
}

func TestTheLogNamesWhatHappens(t *testing.T) {
	t.Parallel()
	var said []string
	o := short
	o.Log = func(msg string, _ ...any) { said = append(said, msg) }
	replay(t, start(t, o, "exits"), five(t), 1)
	if got := strings.Join(said, ", "); got != "engine started, engine killed, engine started" {
		t.Errorf("got %s", got)
	}
}
