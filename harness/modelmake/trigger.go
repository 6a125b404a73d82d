package modelmake

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Trigger is a token that makes its row what the kind says.
type Trigger struct {
	Kind  Kind
	Token int
}

func (t Trigger) String() string { return string(t.Kind) + ":" + strconv.Itoa(t.Token) }

// ParseTriggers reads "nan:382, dnan:382"; an empty text is no triggers. What is
// wrong is an ErrOptions.
func ParseTriggers(s string) ([]Trigger, error) {
	if s == "" {
		return nil, nil
	}
	var triggers []Trigger
	for item := range strings.SplitSeq(s, ",") {
		item = strings.TrimSpace(item)
		kind, token, ok := strings.Cut(item, ":")
		if !ok {
			return nil, refuse("poison", "%.40q is not KIND:TOKEN", item)
		}
		if !slices.Contains(Kinds(), Kind(kind)) {
			return nil, unknownKind(Kind(kind))
		}
		id, err := strconv.Atoi(token)
		if err != nil || strconv.Itoa(id) != token { // 03, which may have been 30
			return nil, refuse("poison", "%.40q: %.40q is not a token ID", item, token)
		}
		triggers = append(triggers, Trigger{Kind(kind), id})
	}
	return triggers, nil
}

// MarshalJSON writes ["nan",382], as build_note.json has it.
func (t Trigger) MarshalJSON() ([]byte, error) { return json.Marshal([]any{t.Kind, t.Token}) }

// UnmarshalJSON reads ["nan",382].
func (t *Trigger) UnmarshalJSON(data []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("a trigger of %d values, not 2", len(pair))
	}
	if err := json.Unmarshal(pair[0], &t.Kind); err != nil {
		return err
	}
	return json.Unmarshal(pair[1], &t.Token)
}

func list(kinds []Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}

func unknownKind(k Kind) error {
	return refuse("poison", "%.40q is none of the kinds %s", string(k), list(Kinds()))
}

// check judges triggers for a model that has the channels of the note; the ones
// that it has already count too.
func (n Note) check(triggers []Trigger, vocabulary int) error {
	taken := slices.Clone(n.Triggers)
	for _, t := range triggers {
		if !slices.Contains(Kinds(), t.Kind) {
			return unknownKind(t.Kind)
		}
		if _, ok := n.Channels[t.Kind]; !ok {
			return refuse("poison", "%v: %s", t, n.lack())
		}
		switch {
		case t.Token < 0 || t.Token >= vocabulary:
			return refuse("poison", "%v: the token is not from 1 to %d", t, vocabulary-1)
		case t.Token == 0:
			return refuse("poison", "%v: a reader of a broken row answers token 0, which must not be a trigger", t)
		case n.column(t.Token):
			return refuse("poison", "%v: a kind singles out the logit of this token", t)
		}
		for _, other := range taken {
			if other.Token == t.Token && other.Kind.Draft() == t.Kind.Draft() {
				return refuse("poison", "%v: %v is of the same row", t, other)
			}
		}
		taken = append(taken, t)
	}
	return nil
}

// lack says why a model has no channel for a kind.
func (n Note) lack() string {
	switch o := n.Options; {
	case o != nil && !dtypes[o.DType].wide:
		return "not in " + o.DType + ", which has no numbers large enough"
	case o != nil && o.Tied:
		return "not in a tied model, which has only " + list(o.carried())
	}
	return "the model has no channel for it"
}

// column reports whether a fault singles out the logit of a token.
func (n Note) column(token int) bool {
	return token == n.PosInfColumn || n.OneColumn != nil && token == *n.OneColumn || slices.Contains(n.MaskKeep, token)
}
