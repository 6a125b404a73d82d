package tokenizer

import (
	"encoding/json"

	"github.com/dlclark/regexp2/v2"
)

// gpt2 is the pattern that ByteLevel brings along (OpenAI, GPT-2, encoder.py).
const gpt2 = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

// parsePreTokenizer reads the patterns to split by, in their order: any number
// of Split, then ByteLevel. Without ByteLevel the model would not see bytes.
func parsePreTokenizer(top fields) ([]*regexp2.Regexp, error) {
	kind, f, err := top.part("pre_tokenizer")
	if err != nil {
		return nil, err
	}
	if kind != "Sequence" {
		return parseByteLevel(kind, f)
	}
	var elements []json.RawMessage
	if err := f.read("pretokenizers", &elements); err != nil {
		return nil, err
	}
	if len(elements) == 0 {
		return nil, unsupported("an empty Sequence")
	}
	last := len(elements) - 1
	var splits []*regexp2.Regexp
	for _, element := range elements[:last] {
		pattern, err := parseSplit(element)
		if err != nil {
			return nil, err
		}
		splits = append(splits, pattern)
	}
	if kind, f, err = component(elements[last]); err != nil {
		return nil, err
	}
	own, err := parseByteLevel(kind, f)
	return append(splits, own...), err
}

// parseByteLevel returns the pattern of ByteLevel, if it is to split at all.
func parseByteLevel(kind string, f fields) ([]*regexp2.Regexp, error) {
	if kind != "ByteLevel" {
		return nil, unsupported("%q where ByteLevel is wanted", kind)
	}
	prefix, split := false, true
	if err := f.read("add_prefix_space", &prefix); err != nil {
		return nil, err
	}
	if prefix {
		return nil, unsupported("add_prefix_space")
	}
	if err := f.choose("use_regex", &split); err != nil || !split {
		return nil, err
	}
	pattern, err := compile(gpt2)
	return []*regexp2.Regexp{pattern}, err
}

func parseSplit(data []byte) (*regexp2.Regexp, error) {
	kind, f, err := component(data)
	if err != nil {
		return nil, err
	}
	if kind != "Split" {
		return nil, unsupported("%q where Split is wanted", kind)
	}
	var behavior string
	if err := f.read("behavior", &behavior); err != nil {
		return nil, err
	}
	if behavior != "Isolated" {
		return nil, unsupported("behavior %q", behavior)
	}
	var invert bool
	if err := f.read("invert", &invert); err != nil {
		return nil, err
	}
	if invert {
		return nil, unsupported("invert")
	}
	return parsePattern(f)
}

func parsePattern(f fields) (*regexp2.Regexp, error) {
	pattern, err := object(f["pattern"])
	if err != nil {
		return nil, err
	}
	if pattern.null("Regex") {
		return nil, unsupported("a pattern that is no Regex")
	}
	var expr string
	if err := pattern.read("Regex", &expr); err != nil {
		return nil, err
	}
	return compile(expr)
}
