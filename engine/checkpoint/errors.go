package checkpoint

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// Why a checkpoint cannot be had or kept.
var (
	ErrNotFound = errors.New("no such checkpoint")
	ErrDamaged  = errors.New("checkpoint cannot be trusted") // quarantined if it is a store's
	ErrRefused  = errors.New("refused by the guard")
	ErrSnapshot = errors.New("no valid snapshot")
	ErrFull     = errors.New("disk is full")
	ErrBudget   = errors.New("does not fit the budget")
	ErrLocked   = errors.New("store is in use")
	ErrClosed   = errors.New("store is closed")
	ErrOptions  = errors.New("invalid options")
)

// errFormat is all that may be wrong with bytes. ErrDamaged wraps it for users.
var errFormat = errors.New("invalid file")

func formatf(text string, args ...any) error {
	return fmt.Errorf("%w: %s", errFormat, fmt.Sprintf(text, args...))
}

// full marks an error that a disk without room gave.
func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// DropError says what dropping left behind. No name of it can be restored in this
// process; Void ones cannot be after a restart either.
type DropError struct {
	Void  []Name // perhaps still on disk, behind a durable tombstone
	Loose []Name // perhaps still on disk and without a tombstone: may be back after a restart
	Err   error
}

func (e *DropError) Error() string {
	var b strings.Builder
	b.WriteString("drop checkpoints: ")
	if len(e.Void) > 0 {
		fmt.Fprintf(&b, "not removed, but void: %s: ", join(e.Void))
	}
	if len(e.Loose) > 0 {
		fmt.Fprintf(&b, "neither removed nor void: %s: ", join(e.Loose))
	}
	b.WriteString(e.Err.Error())
	return b.String()
}

func join(names []Name) string {
	const most = 8
	var b strings.Builder
	for i, name := range names {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(name))
	}
	return b.String()
}

// Unwrap gives the reasons.
func (e *DropError) Unwrap() error { return e.Err }
