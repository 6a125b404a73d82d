package tokenizer

import (
	"strconv"
	"strings"
)

// vocabulary is the BPE model as the file gives it.
type vocabulary struct {
	ids    map[string]int
	merges [][]string // pairs, the first to be merged first
	whole  bool       // a piece that is a token is not merged
}

func parseModel(top fields) (v vocabulary, err error) {
	kind, f, err := top.part("model")
	if err != nil {
		return v, err
	}
	if kind != "BPE" {
		return v, unsupported("%q", kind)
	}
	if err := refuseVariants(f); err != nil {
		return v, err
	}
	if err := f.choose("ignore_merges", &v.whole); err != nil {
		return v, err
	}
	if v.ids, err = parseVocabulary(f); err != nil {
		return v, in("vocab", err)
	}
	v.merges, err = parseMerges(f)
	return v, in("merges", err)
}

// refuseVariants refuses the kinds of BPE that are not byte-level. Empty affixes
// are the same as none.
func refuseVariants(f fields) error {
	var dropout float64
	if err := f.choose("dropout", &dropout); err != nil {
		return err
	}
	if dropout != 0 {
		return unsupported("dropout")
	}
	var fallback bool
	if err := f.choose("byte_fallback", &fallback); err != nil {
		return err
	}
	if fallback {
		return unsupported("byte_fallback")
	}
	for _, key := range []string{"unk_token", "continuing_subword_prefix", "end_of_word_suffix"} {
		var content string
		if err := f.choose(key, &content); err != nil {
			return err
		}
		if content != "" {
			return unsupported("%s", key)
		}
	}
	return nil
}

func parseVocabulary(f fields) (map[string]int, error) {
	entries, err := object(f["vocab"])
	if err != nil {
		return nil, err
	}
	ids := make(map[string]int, len(entries))
	for content, value := range entries {
		id, err := number(value)
		if err != nil {
			return nil, in(strconv.Quote(content), err)
		}
		ids[content] = id
	}
	return ids, nil
}

// parseMerges reads both spellings: ["a","b"] and "a b".
func parseMerges(f fields) ([][]string, error) {
	var merges [][]string
	if f.read("merges", &merges) != nil {
		var lines []string
		if err := f.read("merges", &lines); err != nil {
			return nil, err
		}
		merges = splitMerges(lines)
	}
	for rank, merge := range merges {
		if len(merge) != 2 {
			return nil, broken("merge %d is no pair", rank)
		}
	}
	return merges, nil
}

// splitMerges reads lines of a merges.txt, which may begin with a version.
func splitMerges(lines []string) [][]string {
	merges := make([][]string, 0, len(lines))
	for _, line := range lines {
		if !strings.HasPrefix(line, "#version") {
			merges = append(merges, strings.Split(line, " "))
		}
	}
	return merges
}
