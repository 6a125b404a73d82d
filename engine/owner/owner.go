package owner

import (
	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/session"
)

// Shelves are where kept things stand, those of all conversations.
type Shelves struct {
	Model     checkpoint.Identity
	Residents *session.Residents
	Store     *checkpoint.Store // nil: nothing is kept on disk
	Files     disk.FS           // where local chats have their files

	chats map[string][]int // what is in the files of chats, as far as it is known here; nil: void
}

// Wrote notes what is in the file of a chat now.
func (s *Shelves) Wrote(chat string, tokens []int) {
	if s.chats == nil {
		s.chats = map[string][]int{}
	}
	s.chats[chat] = tokens
}

// Void says whether a chat was forgotten and its file is not to be gone on from,
// though it may not have been possible to remove it.
func (s *Shelves) Void(chat string) bool {
	tokens, known := s.chats[chat]
	return known && tokens == nil
}

// Owned is everything that a conversation owns.
type Owned struct {
	Live     session.Live    // current and prefix, and with them trunk, head and boundary caches
	Text     []int           // what it has said and was asked; whatever holds a beginning of it is an ancestor
	Selected checkpoint.Name // the checkpoint that its latest request started from
	Frontier checkpoint.Name // the checkpoint up to which it is stored
	Chat     string          // the file of a local chat
}

// Owner is a conversation as the owner of its things.
type Owner struct {
	Owned
	shelves *Shelves
}

// New is a conversation that owns nothing yet.
func New(shelves *Shelves) *Owner { return &Owner{shelves: shelves} }
