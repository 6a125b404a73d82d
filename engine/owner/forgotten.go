package owner

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rowproof/engine/checkpoint"
)

// Forgotten is the error that ended a conversation, and what went with it.
type Forgotten struct {
	Cause       error
	Residents   int               // states in memory
	Checkpoints []checkpoint.Name // dropped from the store
	Chat        string            // the file that was dropped
	Cleanup     error             // what could not be removed, and whether it is void all the same
}

func (f *Forgotten) Error() string {
	text := f.Cause.Error()
	if dropped := f.Dropped(); dropped != "" {
		text += "; dropped: " + dropped
	}
	if f.Cleanup != nil {
		text += fmt.Sprintf("; cleanup: %v", f.Cleanup)
	}
	return text
}

// Dropped says what went, in words; it is empty if there was nothing.
func (f *Forgotten) Dropped() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{f.Residents, "resident state"}, {len(f.Checkpoints), "checkpoint"}} {
		switch {
		case p.n == 1:
			parts = append(parts, "1 "+p.what)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.what))
		}
	}
	if f.Chat != "" {
		parts = append(parts, "the chat "+f.Chat)
	}
	return strings.Join(parts, ", ")
}

// Unwrap gives the cause and what went wrong in the cleanup.
func (f *Forgotten) Unwrap() []error { return []error{f.Cause, f.Cleanup} }

// dropStored drops the checkpoints that hold a beginning of the text, whoever wrote
// them, and the one that the request started from.
func (f *Forgotten) dropStored(s *Shelves, lost *Owned) {
	if s.Store == nil {
		return
	}
	names := s.Store.Ancestors(s.Model, lost.Text)
	if lost.Selected != "" && !slices.Contains(names, lost.Selected) {
		names = append(names, lost.Selected)
	}
	if lost.Frontier != "" {
		s.Store.Unpin(lost.Frontier)
	}
	f.Checkpoints = names
	f.Cleanup = errors.Join(f.Cleanup, s.Store.Drop(names...))
}

// dropChat drops the file of a local chat. Its system bootstrap is a checkpoint of a
// beginning of its text.
func (f *Forgotten) dropChat(s *Shelves, lost *Owned) {
	if lost.Chat == "" {
		return
	}
	f.Chat = lost.Chat
	f.Cleanup = errors.Join(f.Cleanup, checkpoint.DropFile(s.Files, lost.Chat))
}
