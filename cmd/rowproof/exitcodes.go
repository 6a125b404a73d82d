package main

import (
	"context"
	"errors"
)

// The exit codes; docs/exit-codes.md explains them.
const (
	exitOK          = 0   // everything asked is proven
	exitFailed      = 1   // a case differs or a feature failed
	exitUsage       = 2   // the command line cannot be carried out
	exitReceipt     = 3   // a receipt, a model, a chat or a store could not be read
	exitNothing     = 4   // nothing was proven, or our own engine does not support everything
	exitNoEngine    = 5   // the engine did not start or did not name itself
	exitNumerical   = 6   // a row of logits was broken: no token was made of it
	exitLocked      = 7   // another process has the store or the chat
	exitInterrupted = 130 // stopped by an interrupt, as shells count it
)

const exitCodesHelp = `Exit codes:
  0    everything asked is proven: equal, or a declared exception
  1    a case differs or a feature failed; a checkpoint is bad, or a chat is not saved
  2    the command line cannot be carried out
  3    a receipt, a model, a chat or a store could not be read (malformed, truncated, wrong digest)
  4    nothing was proven, or our own engine does not support a case
  5    the engine did not start, or did not name itself in time
  6    generate, chat: a row of logits was broken, and no token was made of it
  7    another process has the store or the chat
  130  interrupted
`

// codedError is an error with the exit code it leads to.
type codedError struct {
	code int
	err  error
}

func (e *codedError) Error() string { return e.err.Error() }
func (e *codedError) Unwrap() error { return e.err }

func coded(code int, err error) error {
	if err == nil {
		return nil
	}
	return &codedError{code, err}
}

// exitCode is what a command that ended with err exits with.
func exitCode(err error) int {
	var c *codedError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &c):
		return c.code
	}
	return exitFailed
}
