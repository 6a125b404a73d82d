package tokenizer

import (
	"encoding/json"
	"unicode/utf8"
)

func parse(data []byte) (*Tokenizer, error) {
	if !utf8.Valid(data) {
		return nil, broken("not UTF-8")
	}
	top, err := object(data)
	if err != nil {
		return nil, err
	}
	if err := parseHeader(top); err != nil {
		return nil, err
	}
	t := &Tokenizer{}
	if t.nfc, err = parseNormalizer(top); err != nil {
		return nil, in("normalizer", err)
	}
	if t.splits, err = parsePreTokenizer(top); err != nil {
		return nil, in("pre_tokenizer", err)
	}
	if err := parsePostProcessor(top); err != nil {
		return nil, in("post_processor", err)
	}
	if err := parseDecoder(top); err != nil {
		return nil, in("decoder", err)
	}
	model, err := parseModel(top)
	if err != nil {
		return nil, in("model", err)
	}
	tokens, err := parseAdded(top)
	if err != nil {
		return nil, in("added_tokens", err)
	}
	return t, t.fill(model, tokens)
}

// parseHeader refuses what would cut or fill every encoding.
func parseHeader(top fields) error {
	if !top.null("version") {
		var version string
		if err := top.read("version", &version); err != nil {
			return err
		}
		if version != "1.0" {
			return in("version", unsupported("%q", version))
		}
	}
	for _, part := range []string{"truncation", "padding"} {
		if !top.null(part) {
			return in(part, unsupported("not null"))
		}
	}
	return nil
}

func parseNormalizer(top fields) (nfc bool, err error) {
	kind, _, err := top.part("normalizer")
	if err != nil {
		return false, err
	}
	switch kind {
	case "":
		return false, nil
	case "NFC":
		return true, nil
	}
	return false, unsupported("%q", kind)
}

// parsePostProcessor accepts what leaves the IDs as they are: ByteLevel moves
// only offsets, a template may consist of the text alone.
func parsePostProcessor(top fields) error {
	kind, f, err := top.part("post_processor")
	if err != nil {
		return err
	}
	switch kind {
	case "", "ByteLevel":
		return nil
	case "TemplateProcessing":
		return parseTemplate(f)
	}
	return unsupported("%q", kind)
}

func parseTemplate(f fields) error {
	var pieces []json.RawMessage
	if err := f.read("single", &pieces); err != nil {
		return err
	}
	if len(pieces) != 1 {
		return unsupported("a template of %d pieces", len(pieces))
	}
	piece, err := object(pieces[0])
	if err != nil {
		return err
	}
	if piece.null("Sequence") {
		return unsupported("a template without the text")
	}
	return nil
}

// parseDecoder accepts ByteLevel, whose fields do nothing when decoding.
func parseDecoder(top fields) error {
	kind, _, err := top.part("decoder")
	if err != nil {
		return err
	}
	if kind != "ByteLevel" {
		return unsupported("%q", kind)
	}
	return nil
}
