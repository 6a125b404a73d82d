package tokenizer

import (
	"fmt"
	"io"

	"github.com/dlclark/regexp2/v2"

	"rowproof/internal/regular"
)

// Tokenizer encodes and decodes. It does not change after it was read and can
// be used by any number of goroutines at once.
type Tokenizer struct {
	vocabulary map[string]int // IDs of the model's tokens, by content as the file spells it
	beyond     map[string]int // IDs of the added tokens that the vocabulary lacks
	texts      []string       // by ID, the bytes it stands for; empty where no token has the ID
	taken      []bool         // by ID
	special    map[int]bool
	raw        *added            // added tokens that are matched before normalization
	nfc        bool              // normalize
	normalized *added            // added tokens that are matched after it
	splits     []*regexp2.Regexp // patterns of the pre-tokenizer
	whole      bool              // a piece that is a token is not merged from bytes
	model      bpe
}

// maxFile is more than ten times the file of any model that is published: that of a
// vocabulary of a quarter of a million is about 20 MB. Parsed, it takes a few times
// its size in memory.
const maxFile = 256 << 20

// Open reads a tokenizer.json. Errors are those of Read, those of the system, and
// regular.ErrFile for anything but a regular file, which is not waited for.
func Open(path string) (*Tokenizer, error) {
	data, err := regular.ReadFile(path, maxFile)
	if err != nil {
		return nil, err
	}
	return named(data, path)
}

// Read reads a tokenizer.json; name is what errors call it. An error is
// ErrFormat, ErrUnsupported, the reader's, or regular.ErrSize beyond 256 MiB.
func Read(r io.Reader, name string) (*Tokenizer, error) {
	data, err := regular.ReadAll(r, maxFile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return named(data, name)
}

func named(data []byte, name string) (*Tokenizer, error) {
	t, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// ID finds a token by its content as the file spells it: a vocabulary entry in
// the byte alphabet ("Ġthe"), an added token as it is.
func (t *Tokenizer) ID(content string) (int, bool) {
	id, ok := t.vocabulary[content]
	if !ok {
		id, ok = t.beyond[content]
	}
	return id, ok
}

// Size is the highest ID plus one. Not every ID below it needs to have a token.
func (t *Tokenizer) Size() int { return len(t.texts) }

// Has reports whether a token has the ID.
func (t *Tokenizer) Has(id int) bool { return id >= 0 && id < len(t.taken) && t.taken[id] }

// Text gives the bytes that an ID stands for, which need not be characters; they are
// empty where no token has the ID.
func (t *Tokenizer) Text(id int) string {
	if !t.Has(id) {
		return ""
	}
	return t.texts[id]
}

// Special says that an ID is of an added token marked special, such as the end
// of a turn.
func (t *Tokenizer) Special(id int) bool { return t.special[id] }
