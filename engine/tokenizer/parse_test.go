package tokenizer_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"rowproof/engine/tokenizer"
)

// valid is the tiny model's tokenizer.json after a change.
func valid(change func(map[string]any)) string {
	data, err := os.ReadFile(paths["tiny"])
	if err != nil {
		panic(err)
	}
	var top map[string]any
	if err := json.Unmarshal(data, &top); err != nil {
		panic(err)
	}
	change(top)
	if data, err = json.Marshal(top); err != nil {
		panic(err)
	}
	return string(data)
}

func model(top map[string]any) map[string]any { return top["model"].(map[string]any) }

func vocabulary(top map[string]any) map[string]any { return model(top)["vocab"].(map[string]any) }

func split(top map[string]any) map[string]any {
	return top["pre_tokenizer"].(map[string]any)["pretokenizers"].([]any)[0].(map[string]any)
}

func byteLevel(top map[string]any) map[string]any {
	return top["pre_tokenizer"].(map[string]any)["pretokenizers"].([]any)[1].(map[string]any)
}

func setPattern(top map[string]any, expr string) {
	split(top)["pattern"] = map[string]any{"Regex": expr}
}

func token(id any, content string) map[string]any {
	return map[string]any{
		"id": id, "content": content, "special": false, "normalized": false, "single_word": false, "lstrip": false, "rstrip": false,
	}
}

func addTokens(top map[string]any, tokens ...any) {
	top["added_tokens"] = append(top["added_tokens"].([]any), tokens...)
}

func read(t *testing.T, data string) *tokenizer.Tokenizer {
	t.Helper()
	tok, err := tokenizer.Read(strings.NewReader(data), "tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// refused reads and wants an error of a kind that names the file and the part.
func refused(t *testing.T, data string, kind error, part string) {
	t.Helper()
	tok, err := tokenizer.Read(strings.NewReader(data), "some/tokenizer.json")
	if tok != nil || !errors.Is(err, kind) {
		t.Fatalf("got %v, want %v", err, kind)
	}
	if !strings.HasPrefix(err.Error(), "some/tokenizer.json: ") || !strings.Contains(err.Error(), part) {
		t.Errorf("%q does not name the file and %q", err, part)
	}
}

func TestUnsupported(t *testing.T) {
	for name, c := range map[string]struct {
		part   string
		change func(map[string]any)
	}{
		"WordPiece":           {"model", func(m map[string]any) { model(m)["type"] = "WordPiece" }},
		"Unigram":             {"model", func(m map[string]any) { model(m)["type"] = "Unigram" }},
		"no model":            {"model", func(m map[string]any) { delete(m, "model") }},
		"byte_fallback":       {"byte_fallback", func(m map[string]any) { model(m)["byte_fallback"] = true }},
		"dropout":             {"dropout", func(m map[string]any) { model(m)["dropout"] = 0.1 }},
		"unk_token":           {"unk_token", func(m map[string]any) { model(m)["unk_token"] = "!" }},
		"prefix":              {"continuing_subword_prefix", func(m map[string]any) { model(m)["continuing_subword_prefix"] = "##" }},
		"suffix":              {"end_of_word_suffix", func(m map[string]any) { model(m)["end_of_word_suffix"] = "</w>" }},
		"no pre-tokenizer":    {"pre_tokenizer", func(m map[string]any) { m["pre_tokenizer"] = nil }},
		"Metaspace":           {"pre_tokenizer", func(m map[string]any) { m["pre_tokenizer"] = map[string]any{"type": "Metaspace"} }},
		"empty Sequence":      {"pre_tokenizer", func(m map[string]any) { m["pre_tokenizer"].(map[string]any)["pretokenizers"] = []any{} }},
		"Digits first":        {"Digits", func(m map[string]any) { split(m)["type"] = "Digits" }},
		"Split last":          {"ByteLevel", func(m map[string]any) { byteLevel(m)["type"] = "Split" }},
		"prefix space":        {"add_prefix_space", func(m map[string]any) { byteLevel(m)["add_prefix_space"] = true }},
		"Removed":             {"Removed", func(m map[string]any) { split(m)["behavior"] = "Removed" }},
		"invert":              {"invert", func(m map[string]any) { split(m)["invert"] = true }},
		"String pattern":      {"pattern", func(m map[string]any) { split(m)["pattern"] = map[string]any{"String": " "} }},
		"possessive":          {"pattern", func(m map[string]any) { setPattern(m, `\p{L}++`) }},
		"Lowercase":           {"normalizer", func(m map[string]any) { m["normalizer"] = map[string]any{"type": "Lowercase"} }},
		"no decoder":          {"decoder", func(m map[string]any) { m["decoder"] = nil }},
		"WordPiece decoder":   {"decoder", func(m map[string]any) { m["decoder"] = map[string]any{"type": "WordPiece"} }},
		"BertProcessing":      {"post_processor", func(m map[string]any) { m["post_processor"] = map[string]any{"type": "BertProcessing"} }},
		"template":            {"post_processor", func(m map[string]any) { m["post_processor"] = template("SpecialToken", "Sequence") }},
		"template of a token": {"post_processor", func(m map[string]any) { m["post_processor"] = template("SpecialToken") }},
		"truncation":          {"truncation", func(m map[string]any) { m["truncation"] = map[string]any{"max_length": 8} }},
		"padding":             {"padding", func(m map[string]any) { m["padding"] = map[string]any{} }},
		"version":             {"version", func(m map[string]any) { m["version"] = "2.0" }},
	} {
		t.Run(name, func(t *testing.T) { refused(t, valid(c.change), tokenizer.ErrUnsupported, c.part) })
	}
}

func template(pieces ...string) map[string]any {
	var single []any
	for _, piece := range pieces {
		single = append(single, map[string]any{piece: map[string]any{"id": "A", "type_id": 0}})
	}
	return map[string]any{"type": "TemplateProcessing", "single": single}
}

func TestBroken(t *testing.T) {
	for name, c := range map[string]struct {
		part   string
		change func(map[string]any)
	}{
		"ID twice":              {"taken", func(m map[string]any) { vocabulary(m)["zz"] = 5 }},
		"ID negative":           {"vocab", func(m map[string]any) { vocabulary(m)["zz"] = -1 }},
		"ID 2^40":               {"vocab", func(m map[string]any) { vocabulary(m)["zz"] = 1 << 40 }},
		"ID 2^31 - 1":           {"2147483647", func(m map[string]any) { vocabulary(m)["zz"] = 1<<31 - 1 }},
		"ID 65536":              {"65536", func(m map[string]any) { vocabulary(m)["zz"] = 1 << 16 }},
		"ID a string":           {"vocab", func(m map[string]any) { vocabulary(m)["zz"] = "384" }},
		"ID a fraction":         {"vocab", func(m map[string]any) { vocabulary(m)["zz"] = 384.5 }},
		"ID null":               {"vocab", func(m map[string]any) { vocabulary(m)["zz"] = nil }},
		"no vocab":              {"vocab", func(m map[string]any) { delete(model(m), "vocab") }},
		"vocab an array":        {"vocab", func(m map[string]any) { model(m)["vocab"] = []any{} }},
		"no merges":             {"merges", func(m map[string]any) { delete(model(m), "merges") }},
		"merges a number":       {"merges", func(m map[string]any) { model(m)["merges"] = 3 }},
		"merges of both kinds":  {"merges", func(m map[string]any) { model(m)["merges"] = []any{[]string{"h", "e"}, "i n"} }},
		"merge of one":          {"merges", func(m map[string]any) { model(m)["merges"] = []any{[]string{"h"}} }},
		"merge of three":        {"merges", func(m map[string]any) { model(m)["merges"] = []any{"h e l"} }},
		"merge of a non-token":  {"yy", func(m map[string]any) { model(m)["merges"] = []any{[]string{"yy", "e"}} }},
		"merge to a non-token":  {"zq", func(m map[string]any) { model(m)["merges"] = []any{[]string{"z", "q"}} }},
		"merge twice":           {"twice", func(m map[string]any) { model(m)["merges"] = []any{"h e", "i n", "h e"} }},
		"model a string":        {"model", func(m map[string]any) { m["model"] = "BPE" }},
		"type a number":         {"model", func(m map[string]any) { model(m)["type"] = 3 }},
		"flag a number":         {"ignore_merges", func(m map[string]any) { model(m)["ignore_merges"] = 1 }},
		"no behavior":           {"behavior", func(m map[string]any) { delete(split(m), "behavior") }},
		"no pattern":            {"pre_tokenizer", func(m map[string]any) { delete(split(m), "pattern") }},
		"pattern unclosed":      {"pattern", func(m map[string]any) { setPattern(m, `(a`) }},
		"no add_prefix_space":   {"add_prefix_space", func(m map[string]any) { delete(byteLevel(m), "add_prefix_space") }},
		"added not an array":    {"added_tokens", func(m map[string]any) { m["added_tokens"] = map[string]any{} }},
		"added a number":        {"entry 3", func(m map[string]any) { addTokens(m, 7) }},
		"added without ID":      {"entry 3", func(m map[string]any) { addTokens(m, map[string]any{"content": "x"}) }},
		"added without flags":   {"entry 3", func(m map[string]any) { addTokens(m, map[string]any{"id": 384, "content": "<x>"}) }},
		"added empty":           {"entry 3", func(m map[string]any) { addTokens(m, token(384, "")) }},
		"added ID 2^40":         {"entry 3", func(m map[string]any) { addTokens(m, token(1<<40, "<x>")) }},
		"added ID negative":     {"entry 3", func(m map[string]any) { addTokens(m, token(-1, "<x>")) }},
		"added twice":           {"twice", func(m map[string]any) { addTokens(m, token(384, "<x>"), token(385, "<x>")) }},
		"added ID of another":   {"instead of", func(m map[string]any) { addTokens(m, token(5, "<x>")) }},
		"added ID out of order": {"instead of 384", func(m map[string]any) { addTokens(m, token(385, "<x>"), token(384, "<y>")) }},
		"added not as in vocab": {"instead of 260", func(m map[string]any) { addTokens(m, token(384, "he")) }},
		"added onto a hole's":   {"taken", func(m map[string]any) { vocabulary(m)["zz"] = 385; addTokens(m, token(385, "<x>")) }},
		"added the same in NFC": {"matched", func(m map[string]any) {
			m["normalizer"] = map[string]any{"type": "NFC"}
			one, two := token(384, "e\u0301"), token(vocabulary(m)["é"], "\u00e9")
			one["normalized"], two["normalized"] = true, true
			addTokens(m, one, two)
		}},
	} {
		t.Run(name, func(t *testing.T) { refused(t, valid(c.change), tokenizer.ErrFormat, c.part) })
	}
}

func TestNotJSON(t *testing.T) {
	whole := valid(func(map[string]any) {})
	for name, data := range map[string]string{
		"nothing":          "",
		"no JSON":          "{",
		"not an object":    "[]",
		"null":             "null",
		"cut off":          whole[:len(whole)/2],
		"something after":  whole + "{}",
		"not UTF-8":        strings.Replace(whole, "filler_7", "\xff", 1),
		"key twice":        strings.Replace(whole, `"model":{`, `"model":null,"model":{`, 1),
		"token twice":      strings.Replace(whole, `"vocab":{`, `"vocab":{"he":260,`, 1),
		"token in escapes": strings.Replace(whole, `"vocab":{`, `"vocab":{"\u0068e":260,`, 1),
	} {
		t.Run(name, func(t *testing.T) { refused(t, data, tokenizer.ErrFormat, "") })
	}
}

// TestAccepted: variants of a file that mean the same.
func TestAccepted(t *testing.T) {
	const text = "the <|im_end|> 123 thing"
	want, err := open(t, "tiny").Encode(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(map[string]any){
		"as it is":         func(map[string]any) {},
		"merges as text":   func(m map[string]any) { model(m)["merges"] = joined(model(m)["merges"].([]any)) },
		"empty affixes":    func(m map[string]any) { model(m)["end_of_word_suffix"] = "" },
		"dropout of zero":  func(m map[string]any) { model(m)["dropout"] = 0 },
		"NFC":              func(m map[string]any) { m["normalizer"] = map[string]any{"type": "NFC"} },
		"empty template":   func(m map[string]any) { m["post_processor"] = template("Sequence") },
		"ByteLevel after":  func(m map[string]any) { m["post_processor"] = map[string]any{"type": "ByteLevel"} },
		"unknown keys":     func(m map[string]any) { m["Model"], model(m)["comment"] = 3, "x" },
		"two parts absent": func(m map[string]any) { delete(m, "truncation"); delete(m, "version") },
		"a hole":           func(m map[string]any) { vocabulary(m)["zz"] = 65_535 },
	} {
		t.Run(name, func(t *testing.T) {
			ids, err := read(t, valid(change)).Encode(text)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(ids, want) {
				t.Errorf("%v, want %v", ids, want)
			}
		})
	}
}

func joined(merges []any) []any {
	lines := []any{"#version: 0.2"}
	for _, merge := range merges {
		both := merge.([]any)
		lines = append(lines, both[0].(string)+" "+both[1].(string))
	}
	return lines
}

func TestReadErrors(t *testing.T) {
	if _, err := tokenizer.Open(filepath.Join(t.TempDir(), "tokenizer.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	_, err := tokenizer.Read(iotest.ErrReader(io.ErrUnexpectedEOF), "some/tokenizer.json")
	if !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, tokenizer.ErrFormat) {
		t.Errorf("got %v", err)
	}
}
