package tokenizer_test

import (
	"testing"
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
