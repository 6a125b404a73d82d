package tokenizer_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rowproof/engine/tokenizer"
	"rowproof/internal/regular"
)

func TestLookups(t *testing.T) {
	tiny, nfc := open(t, "tiny"), open(t, "nfc")
	if got := tiny.Size(); got != 384 {
		t.Errorf("size %d", got)
	}
	for content, want := range map[string]int{"!": 0, "Ġthe": 266, "<|im_end|>": 256, "<|filler_104|>": 383} {
		if id, ok := tiny.ID(content); !ok || id != want {
			t.Errorf("%q is %d, %v", content, id, ok)
		}
	}
	if id, ok := tiny.ID(" the"); ok {
		t.Errorf("%q is %d", " the", id)
	}
	// Beyond the vocabulary of 420.
	if id, ok := nfc.ID("<think>"); !ok || id != 423 || nfc.Special(id) {
		t.Errorf("%d, %v, special %v", id, ok, nfc.Special(id))
	}
	if nfc.Size() != 427 {
		t.Errorf("size %d", nfc.Size())
	}
	for id, want := range map[int]bool{255: false, 256: true, 257: true, 258: true, 259: false, 279: false, -1: false, 1 << 40: false} {
		if tiny.Special(id) != want {
			t.Errorf("special(%d) is not %v", id, want)
		}
	}
}

// TestHas: not every ID below the highest has a token.
func TestHas(t *testing.T) {
	nfc := open(t, "nfc")
	for _, c := range []struct {
		id   int
		want bool
	}{{-1, false}, {0, true}, {419, true}, {420, true}, {426, true}, {427, false}, {1 << 40, false}} {
		if nfc.Has(c.id) != c.want {
			t.Errorf("%d: not %v", c.id, c.want)
		}
	}
	gap := read(t, valid(func(top map[string]any) {
		for content, id := range vocabulary(top) {
			if id == 300.0 {
				vocabulary(top)[content] = 9000
			}
		}
	}))
	if gap.Has(300) || !gap.Has(301) || gap.Has(8999) || !gap.Has(9000) || gap.Size() != 9001 {
		t.Errorf("%v %v %v %v of %d", gap.Has(300), gap.Has(301), gap.Has(8999), gap.Has(9000), gap.Size())
	}
}

// TestOpenReadsRegularFilesOfASaneSize only.
func TestOpenReadsRegularFilesOfASaneSize(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokenizer.json")
	if _, err := tokenizer.Open(filepath.Dir(path)); !errors.Is(err, regular.ErrFile) {
		t.Errorf("a directory: %v", err)
	}
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 256<<20+1)); err != nil {
		t.Skip("no such files here:", err)
	}
	if _, err := tokenizer.Open(path); !errors.Is(err, regular.ErrSize) {
		t.Errorf("too long a file: %v", err)
	}
}
