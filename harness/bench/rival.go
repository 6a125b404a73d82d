package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// ErrRival marks another engine that does not time itself as it should.
var ErrRival = errors.New("the other engine gives no time")

// Rival is another engine in a process of its own, which times itself: a task's
// name goes in on a line, the seconds that one run takes come back on one.
type Rival struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// StartRival starts the process; the end of ctx kills it.
func StartRival(ctx context.Context, argv []string) (*Rival, error) {
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.WaitDelay = time.Second
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRival, err)
	}
	return &Rival{c, in, bufio.NewReader(out)}, nil
}

// Time has the rival run a task and tells what one run took.
func (r *Rival) Time(task string) (time.Duration, error) {
	if _, err := fmt.Fprintln(r.in, task); err != nil {
		return 0, fmt.Errorf("%w for %q: %w", ErrRival, task, err)
	}
	line, err := r.out.ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("%w for %q: %w", ErrRival, task, err)
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(line), 64)
	if err != nil || !(seconds > 0) {
		return 0, fmt.Errorf("%w for %q: %q", ErrRival, task, line)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// Close ends the process.
func (r *Rival) Close() error {
	return errors.Join(r.in.Close(), r.command.Wait())
}
