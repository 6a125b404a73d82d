package main

import (
	"bufio"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// served is the server of a script.
type served struct {
	command *exec.Cmd
	url     string
}

var (
	scripts sync.Mutex // run at the same time
	servers = map[*testscript.TestScript]*served{}
)

// serves COMMAND... starts a server, which says where it listens.
func serves(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: serves COMMAND...")
	}
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	command := exec.Command(path, args[1:]...)
	command.Dir = ts.MkAbs(".")
	command.Env = append(command.Environ(), "ROWPROOF_API_KEY="+ts.Getenv("ROWPROOF_API_KEY"))
	out, err := command.StdoutPipe()
	ts.Check(err)
	ts.Check(command.Start())
	ts.Defer(func() { _ = command.Process.Kill() }) // it has ended if all is well
	line, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		ts.Fatalf("the server says %q", line)
	}
	scripts.Lock()
	defer scripts.Unlock()
	servers[ts] = &served{command, url}
}

// asks STATUS REGEXP PATH BODY posts a request to the server.
func asks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: asks STATUS REGEXP PATH BODY")
	}
	r, err := http.NewRequest(http.MethodPost, server(ts).url+"/v1/"+args[2], strings.NewReader(args[3]))
	ts.Check(err)
	r.Header.Set("Authorization", "Bearer "+ts.Getenv("ROWPROOF_API_KEY"))
	got, err := http.DefaultClient.Do(r)
	ts.Check(err)
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	ts.Check(err)
	if strconv.Itoa(got.StatusCode) != args[0] || !regexp.MustCompile(args[1]).Match(body) {
		ts.Fatalf("%d: %s", got.StatusCode, body)
	}
}

// stops ends the server as a supervisor would; it must end well.
func stops(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: stops")
	}
	http.DefaultClient.CloseIdleConnections()
	s := server(ts)
	ts.Check(s.command.Process.Signal(syscall.SIGTERM))
	ts.Check(s.command.Wait())
}

func server(ts *testscript.TestScript) *served {
	scripts.Lock()
	defer scripts.Unlock()
	s := servers[ts]
	if s == nil {
		ts.Fatalf("no server was started")
	}
	return s
}
