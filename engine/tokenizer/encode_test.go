package tokenizer_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rowproof/engine/tokenizer"
)

func TestEncodeRefusesInvalidUTF8(t *testing.T) {
	tok := open(t, "tiny")
	for _, text := range []string{"\xff", "a\xc3", "\xed\xa0\x80", "<|im_end|>\x80"} {
		if ids, err := tok.Encode(text); !errors.Is(err, tokenizer.ErrText) || ids != nil {
			t.Errorf("%q: %v, %v", text, ids, err)
		}
	}
	// A replacement character that was typed is a character.
	ids, err := tok.Encode("\ufffd")
	if err != nil || tok.Decode(ids) != "\ufffd" {
		t.Errorf("%v, %v", ids, err)
	}
}

// TestEncodeRefusesBytesWithoutAToken: `tokenizers` leaves them out, and the
// prompt would be another one.
func TestEncodeRefusesBytesWithoutAToken(t *testing.T) {
	tok := read(t, valid(func(m map[string]any) {
		delete(model(m)["vocab"].(map[string]any), "Ã")
	}))
	if _, err := tok.Encode("abc"); err != nil {
		t.Error(err)
	}
	if _, err := tok.Encode("aéb"); !errors.Is(err, tokenizer.ErrText) || !strings.Contains(err.Error(), "0xc3") {
		t.Errorf("got %v", err)
	}
	if ids, err := tok.Encode("abc"); err != nil || tok.Decode(ids) != "abc" {
		t.Errorf("afterwards: %v, %v", ids, err)
	}
}

// TestEncodeIsQuick: 100 kB of text. The limit is some hundred times what it takes.
func TestEncodeIsQuick(t *testing.T) {
	for name := range paths {
		tok := open(t, name)
		for _, line := range []string{
			"The quick brown fox doesn't jump over 1234 lazy dogs.\n", "日本語の文章です。", "cafe\u0301 ", " ", "\n", "!", "<", "<|im_end|>", " <both> ",
		} {
			text := strings.Repeat(line, 100_000/len(line))
			start := time.Now()
			if _, err := tok.Encode(text); err != nil {
				t.Error(err)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%s: %q takes %v", name, line, took)
			}
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	tok := open(t, "nfc")
	texts := recorded(t).Texts
	var want [][]int
	for _, text := range texts {
		ids, err := tok.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, ids)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i, text := range texts {
				ids, err := tok.Encode(text)
				if err != nil || !slices.Equal(ids, want[i]) {
					t.Errorf("%q: %v, %v", text, ids, err)
				}
				tok.Decode(ids)
			}
		})
	}
	group.Wait()
}

func BenchmarkEncode(b *testing.B) {
	tok := open(b, "nfc")
	for name, line := range map[string]string{
		"text":      "The quick brown fox doesn't jump over 1234 lazy dogs.\n",
		"oneword":   "thequickbrownfox",
		"combining": "cafe\u0301 o\u0323\u0302 ",
	} {
		text := strings.Repeat(line, 100_000/len(line))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := tok.Encode(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
