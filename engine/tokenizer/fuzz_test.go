package tokenizer_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"rowproof/engine/tokenizer"
)

// seeds are files of a few hundred bytes: fuzzing those of testdata would mostly
// rename their tokens.
var seeds = []string{
	`{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,` +
		`"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false},"post_processor":{"type":"ByteLevel"},"decoder":{"type":"ByteLevel"},` +
		`"model":{"type":"BPE","dropout":null,"unk_token":null,"end_of_word_suffix":"","byte_fallback":false,"vocab":{"a":0,"b":1,"ab":2,"Ġ":9},"merges":[["a","b"]]}}`,
	`{"added_tokens":[{"id":3,"content":"<x>","single_word":true,"lstrip":true,"rstrip":true,"normalized":true,"special":true}],` +
		`"normalizer":{"type":"NFC"},"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"a|\\s+(?!\\S)|[^b\\p{L}]{1,3}"},` +
		`"behavior":"Isolated","invert":false},{"type":"ByteLevel","add_prefix_space":false,"use_regex":true}]},` +
		`"post_processor":{"type":"TemplateProcessing","single":[{"Sequence":{"id":"A"}}]},` +
		`"decoder":{"type":"ByteLevel"},"model":{"type":"BPE","ignore_merges":true,"vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}}`,
}

// FuzzRead: no file makes reading panic; what is read can be used.
func FuzzRead(f *testing.F) {
	for _, seed := range seeds {
		if _, err := tokenizer.Read(strings.NewReader(seed), "seed"); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tok, err := tokenizer.Read(bytes.NewReader(data), "fuzz")
		if err != nil {
			if !errors.Is(err, tokenizer.ErrFormat) && !errors.Is(err, tokenizer.ErrUnsupported) {
				t.Fatalf("an error of no kind: %v", err)
			}
			return
		}
		if tok.Size() > max(1<<16, 4*len(data)) {
			t.Fatalf("size %d of %d bytes", tok.Size(), len(data))
		}
		ids, err := tok.Encode("ab <x> cafe\u0301  \nab 123")
		if err != nil && !errors.Is(err, tokenizer.ErrText) {
			t.Fatalf("an error of no kind: %v", err)
		}
		for _, id := range ids {
			if id < 0 || id >= tok.Size() {
				t.Fatalf("ID %d of %d", id, tok.Size())
			}
		}
		if text := tok.Decode(ids); !utf8.ValidString(text) {
			t.Fatalf("decodes to %q", text)
		}
	})
}

// FuzzEncode: any text is encoded, to IDs of tokens, or refused for its UTF-8;
// without added tokens and normalizer it comes back.
func FuzzEncode(f *testing.F) {
	for _, text := range recorded(f).Texts {
		f.Add(text)
	}
	f.Add("a\xff\xf0\x9f")
	tiny, nfc, whole := open(f, "tiny"), open(f, "nfc"), open(f, "whole")
	f.Fuzz(func(t *testing.T, text string) {
		for _, tok := range []*tokenizer.Tokenizer{tiny, nfc, whole} {
			ids, err := tok.Encode(text)
			if utf8.ValidString(text) == errors.Is(err, tokenizer.ErrText) {
				t.Fatalf("%q: %v", text, err)
			}
			got := tok.Decode(ids)
			if err == nil && tok == tiny && got != text {
				t.Fatalf("%q comes back as %q", text, got)
			}
			var streamed strings.Builder
			d := tok.NewDecoder()
			for _, id := range ids {
				streamed.WriteString(d.Next(id))
			}
			if streamed.String()+d.Rest() != got {
				t.Fatalf("%v streams %q, decodes to %q", ids, streamed.String(), got)
			}
		}
	})
}
