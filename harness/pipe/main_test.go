package pipe

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
	"rowproof/receipts"
)

// asEngine as the first argument turns the test binary into an engine; the second says
// how it behaves.
const asEngine = "as-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == asEngine {
		behave(os.Args[2], os.Args[3:])
		os.Exit(0)
	}
	// Under the race detector a process sleeps for a second before it ends.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// command runs this binary as an engine.
func command(behaviour string, args ...string) []string {
	return append([]string{os.Args[0], asEngine, behaviour}, args...)
}

// badCase is the case, counted from 1 in each process, at which an engine misbehaves.
const badCase = 3

// behave is an engine that is honest but for one thing.
func behave(behaviour string, args []string) {
	starts := 0
	if len(args) > 0 {
		starts = countStart(args[0])
	}
	honest := server{inprocess.New(), config{Name: "test engine", Version: "1", Commands: oracle.Groups()}}
	in := bufio.NewReaderSize(os.Stdin, bufferSize)
	for n := 0; ; n++ {
		raw, err := readLine(in)
		if err != nil {
			if behaviour == "stays" {
				signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
				hang()
			}
			if behaviour == "ends with 7" {
				os.Exit(7)
			}
			return
		}
		text, err := honest.reply(context.Background(), raw)
		if err != nil {
			panic(err)
		}
		switch {
		case n == 0:
			text = configured(behaviour, text, starts)
		case n == badCase || behaviour == "says more after each":
			text = misbehaved(behaviour, text, args)
		}
		if _, err := os.Stdout.Write(text); err != nil {
			panic(err)
		}
		if n > 0 && behaviour == "says more after each" {
			time.Sleep(20 * time.Millisecond)
			say(text)
			say([]byte("\n"))
		}
	}
}

// countStart appends to a file and says how often that happened.
func countStart(name string) int {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := f.WriteString("."); err != nil {
		panic(err)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return len(raw)
}

func say(text []byte) {
	if _, err := os.Stdout.Write(text); err != nil {
		panic(err)
	}
}

// hang is select {} without the runtime's finding out.
func hang() { time.Sleep(time.Hour) }

// configured is the answer to config.
func configured(behaviour string, text []byte, starts int) []byte {
	switch behaviour {
	case "never answers config":
		hang()
	case "ends at config":
		fmt.Fprintln(os.Stderr, "cannot load the model")
		os.Exit(9)
	case "garbage at config":
		return []byte("Welcome!\n")
	case "error at config":
		return []byte(`{"id":1,"error":"no model"}` + "\n")
	case "nameless":
		return []byte(`{"id":1,"version":"1","commands":[]}` + "\n")
	case "config with more":
		return []byte(`{"id":1,"name":"a","version":"1","commands":[],"colour":"red"}` + "\n")
	case "config twice":
		return append(text, text...)
	case "another at each start":
		return []byte(fmt.Sprintf(`{"id":1,"name":"engine %d","version":"1","commands":["ordinary-entry"]}`+"\n", starts))
	case "named by its pid":
		return []byte(fmt.Sprintf(`{"id":1,"name":"engine %d","version":"1","commands":[]}`+"\n", os.Getpid()))
	case "starts once":
		if starts > 1 {
			hang()
		}
	case "supports point-mass alone":
		return []byte(`{"id":1,"name":"small","version":"1","commands":["point-mass"]}` + "\n")
	}
	return text
}

// misbehaved is what an engine writes in place of the right answer.
func misbehaved(behaviour string, text []byte, args []string) []byte {
	switch behaviour {
	case "hangs":
		fmt.Fprintln(os.Stderr, "thinking")
		hang()
	case "hangs with a child":
		child := exec.Command("sleep", "1000")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
		hang()
	case "exits", "starts once", "another at each start":
		fmt.Fprintln(os.Stderr, "out of memory")
		os.Exit(3)
	case "dies of a signal":
		if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
			panic(err)
		}
		hang()
	case "ends in a line":
		say(text[:20])
		os.Exit(0)
	case "closes stdout":
		if err := os.Stdout.Close(); err != nil {
			panic(err)
		}
		hang()
	case "garbage":
		return []byte("Segmentation fault, probably\n")
	case "a bare NaN":
		return []byte(`{"id":4,"out":{"tok":NaN}}` + "\n")
	case "a list":
		return []byte("[]\n")
	case "no id":
		return []byte(`{"out":{}}` + "\n")
	case "an id in words":
		return []byte(`{"id":"4","out":{}}` + "\n")
	case "an empty line":
		return []byte("\n")
	case "wrong id":
		return bytes.Replace(text, []byte(`"id":4`), []byte(`"id":40`), 1)
	case "old id":
		return bytes.Replace(text, []byte(`"id":4`), []byte(`"id":3`), 1)
	case "twice":
		return append(text, text...)
	case "chatter behind the answer":
		return append(text, "done in 3 ms\n"...)
	case "twice, later":
		say(text)
		<-time.After(50 * time.Millisecond)
		say(text)
		if err := os.WriteFile(args[1], nil, 0o600); err != nil {
			panic(err)
		}
		return nil
	case "endless line":
		chunk := bytes.Repeat([]byte("x"), 1<<20)
		for {
			if _, err := os.Stdout.Write(chunk); err != nil {
				os.Exit(1)
			}
		}
	case "another shape":
		return []byte(`{"id":4,"out":{"draws":[{"tok":1}]}}` + "\n")
	case "two at once":
		return []byte(`{"id":4,"out":{},"error":"both"}` + "\n")
	case "nothing in it":
		return []byte(`{"id":4}` + "\n")
	case "an unknown field":
		return []byte(`{"id":4,"answer":1}` + "\n")
	case "null for a reason":
		return []byte(`{"id":4,"unsupported":null}` + "\n")
	case "says error":
		return []byte(`{"id":4,"error":"division by zero"}` + "\n")
	case "says unsupported":
		return []byte(`{"id":4,"unsupported":"no such kernel here"}` + "\n")
	case "floods stderr":
		noise := strings.Repeat("warning: deprecated\n", 1<<10)
		for range 1 << 8 {
			fmt.Fprint(os.Stderr, noise)
		}
	case "a slow megabyte":
		space := bytes.Repeat([]byte(" "), 1<<17)
		for range 8 {
			say(space)
			time.Sleep(10 * time.Millisecond)
		}
	}
	return text
}

var builtIn = sync.OnceValues(func() ([]*oracle.File, error) { return harness.LoadFS(receipts.FS, "receipts") })

func allFiles(t testing.TB) []*oracle.File {
	t.Helper()
	files, err := builtIn()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// five is a file of five ordinary cases; our engine is right in all.
func five(t testing.TB) []*oracle.File {
	t.Helper()
	for _, f := range allFiles(t) {
		if f.Header.Group == oracle.GroupOrdinary {
			return []*oracle.File{{Name: f.Name, Header: f.Header, Cases: f.Cases[:5]}}
		}
	}
	t.Fatal("no ordinary cases")
	return nil
}

// start starts this binary as an engine and closes it when the test ends.
func start(t testing.TB, o Options, behaviour string, args ...string) *Engine {
	t.Helper()
	e, err := Start(t.Context(), command(behaviour, args...), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func replay(t testing.TB, e harness.Engine, files []*oracle.File, jobs int) *harness.Summary {
	t.Helper()
	s, err := harness.Replay(t.Context(), e, files, harness.Options{Jobs: jobs})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// faultOf is the fault of an error, "" if it has none.
func faultOf(err error) harness.Fault {
	var f *harness.FaultError
	if errors.As(err, &f) {
		return f.Fault
	}
	return ""
}

// serve runs Serve on a text and gives what it wrote.
func serve(t testing.TB, e harness.Engine, in io.Reader) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Serve(t.Context(), e, in, &out)
	return out.String(), err
}
