package e2e

import (
	"encoding/json"
	"slices"

	"rowproof/oracle"
)

// decodeMeta reads the first line of a file. lines are asked for one more where only
// that tells what kind of file it is.
func decodeMeta(raw []byte, lines *oracle.Lines) (Meta, error) {
	var t metaText
	if err := oracle.Decode(raw, &t); err != nil {
		return Meta{}, err
	}
	if t.Kind != "meta" {
		return Meta{}, badf("kind %q where the meta line belongs", t.Kind)
	}
	if kind := firstKind(t, lines); informative(kind) {
		return Meta{}, badInformative(kind)
	}
	switch {
	case t.Records == "" || t.Cases == nil || t.Model == "":
		return Meta{}, badf("the meta line lacks records, cases or model")
	case !slices.Contains(Kinds(), t.Records):
		return Meta{}, badf("unknown kind of records %q", t.Records)
	case *t.Cases < 1:
		return Meta{}, badf("the meta line declares %d cases", *t.Cases)
	case len(t.ModelSHA256) != 64:
		return Meta{}, badf("model_sha %q is not 64 hex digits", t.ModelSHA256)
	}
	for name, prompt := range t.Prompts {
		if err := checkTokens("prompt "+name, prompt); err != nil {
			return Meta{}, err
		}
	}
	return Meta{t.Records, *t.Cases, t.Model, t.ModelSHA256, t.Prompts, t.Texts, t.Versions}, nil
}

// firstKind is what the meta line says, or the first record where it says nothing.
func firstKind(t metaText, lines *oracle.Lines) string {
	if t.Records != "" {
		return t.Records
	}
	next, err := lines.Next()
	var kind struct {
		Kind string `json:"kind"`
	}
	if err != nil || json.Unmarshal(next, &kind) != nil {
		return ""
	}
	lines.Number-- // what follows is about the meta line
	return kind.Kind
}
