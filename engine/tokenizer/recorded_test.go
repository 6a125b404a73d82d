package tokenizer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rowproof/engine/tokenizer"
)

// paths are the tokenizers that testdata/recorded.json speaks of.
var paths = map[string]string{
	"tiny":   filepath.Join("..", "..", "receipts", "models", "tiny-f32", "tokenizer.json"),
	"nfc":    filepath.Join("testdata", "nfc.json"),
	"gpt2":   filepath.Join("testdata", "gpt2.json"),
	"whole":  filepath.Join("testdata", "whole.json"),
	"splits": filepath.Join("testdata", "splits.json"),
}

func open(t testing.TB, name string) *tokenizer.Tokenizer {
	t.Helper()
	tok, err := tokenizer.Open(paths[name])
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// recording is what the library `tokenizers` said; see oracle/record_tokenizer.py.
type recording struct {
	Texts   []string
	Records []struct {
		Tokenizer          string
		Encoded, Sequences [][]int
		Decoded            []string
	}
}

func recorded(t testing.TB) recording {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "recorded.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r recording
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Texts) < 300 || len(r.Records) != len(paths) {
		t.Fatalf("%d texts, %d records", len(r.Texts), len(r.Records))
	}
	return r
}

func TestEncodeEqualsRecorded(t *testing.T) {
	r := recorded(t)
	for _, record := range r.Records {
		tok := open(t, record.Tokenizer)
		if len(record.Encoded) != len(r.Texts) {
			t.Fatalf("%s: %d encodings of %d texts", record.Tokenizer, len(record.Encoded), len(r.Texts))
		}
		for i, text := range r.Texts {
			ids, err := tok.Encode(text)
			if err != nil {
				t.Errorf("%s: %q: %v", record.Tokenizer, text, err)
			}
			if diff := cmp.Diff(record.Encoded[i], ids, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: %q (-recorded +ours):\n%s", record.Tokenizer, text, diff)
			}
		}
	}
}

// TestDecodeEqualsRecorded decodes all at once and one by one.
func TestDecodeEqualsRecorded(t *testing.T) {
	for _, record := range recorded(t).Records {
		tok := open(t, record.Tokenizer)
		sequences := slices.Concat(record.Encoded, record.Sequences)
		if len(record.Decoded) != len(sequences) {
			t.Fatalf("%s: %d texts of %d sequences", record.Tokenizer, len(record.Decoded), len(sequences))
		}
		for i, ids := range sequences {
			if got := tok.Decode(ids); got != record.Decoded[i] {
				t.Errorf("%s: %v is %q, recorded %q", record.Tokenizer, ids, got, record.Decoded[i])
			}
			if got := stream(tok, ids); got != record.Decoded[i] {
				t.Errorf("%s: %v streams %q, recorded %q", record.Tokenizer, ids, got, record.Decoded[i])
			}
		}
	}
}

func stream(tok *tokenizer.Tokenizer, ids []int) string {
	var text strings.Builder
	d := tok.NewDecoder()
	for _, id := range ids {
		text.WriteString(d.Next(id))
	}
	return text.String() + d.Rest()
}
