package owner

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rowproof/engine/checkpoint"
	"rowproof/engine/session"
)

// Forgotten is the error that ended a conversation, and what went with it.
type Forgotten struct {
	Cause       error
	Residents   int               // states in memory
	Checkpoints []checkpoint.Name // dropped from the store
	Chats       []string          // files that were dropped
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
	for _, chat := range f.Chats {
		parts = append(parts, "the chat "+chat)
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

// dropChats drops the file of a local chat, and those of other chats that are known to
// hold a beginning of the text. A system bootstrap is a checkpoint of a beginning.
func (f *Forgotten) dropChats(s *Shelves, lost *Owned) {
	for chat, tokens := range s.chats {
		if tokens != nil && session.Begins(lost.Text, tokens) {
			f.Chats = append(f.Chats, chat)
		}
	}
	if lost.Chat != "" && !slices.Contains(f.Chats, lost.Chat) {
		f.Chats = append(f.Chats, lost.Chat)
	}
	slices.Sort(f.Chats)
	for _, chat := range f.Chats {
		s.Wrote(chat, nil) // void here whatever happens on disk
		f.Cleanup = errors.Join(f.Cleanup, checkpoint.DropFile(s.Files, chat))
	}
}
