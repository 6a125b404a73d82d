package e2e

import (
	"encoding/json"
	"slices"

	"rowproof/oracle"
)

// ReadMeta reads the first line of a file. Errors wrap oracle.ErrFormat, or
// ErrInformative if that line tells.
func ReadMeta(line []byte) (Meta, error) {
	t, err := decodeMeta(line)
	if err != nil {
		return Meta{}, err
	}
	return t.meta()
}

// decodeMeta reads what is also the first line of informative files.
func decodeMeta(line []byte) (t metaText, err error) {
	err = oracle.Decode(line, &t)
	if err == nil && t.Kind != "meta" {
		err = badf("kind %q where the meta line belongs", t.Kind)
	}
	return t, err
}

func (t *metaText) meta() (Meta, error) {
	if informative(t.Records) {
		return Meta{}, badInformative(t.Records)
	}
	switch {
	case t.Records == "" || t.Cases == nil || t.Model == "":
		return Meta{}, badf("the meta line lacks records, cases or model")
	case !slices.Contains(Kinds(), t.Records):
		return Meta{}, badf("unknown kind of records %q", t.Records)
	case t.Model != recordedOn(t.Records):
		return Meta{}, badf("records of kind %s on model %q, not on %s", t.Records, t.Model, recordedOn(t.Records))
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

// firstKind is what the first record says where the meta line says nothing.
func firstKind(lines *oracle.Lines) string {
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
