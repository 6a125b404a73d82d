package modelmake

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Trigger is a token that breaks its row.
type Trigger struct {
	Kind  Kind
	Token int
}

func (t Trigger) String() string { return string(t.Kind) + ":" + strconv.Itoa(t.Token) }

// ParseTriggers reads "nan:382,dnan:382"; an empty text is no triggers. What is
// wrong is an ErrOptions.
func ParseTriggers(s string) ([]Trigger, error) {
	if s == "" {
		return nil, nil
	}
	var triggers []Trigger
	for item := range strings.SplitSeq(s, ",") {
		kind, token, ok := strings.Cut(item, ":")
		if !ok {
			return nil, refuse("Poison", "%.40q is not KIND:TOKEN", item)
		}
		if !slices.Contains(Kinds(), Kind(kind)) {
			return nil, refuse("Poison", "unknown kind %.40q", kind)
		}
		id, err := strconv.Atoi(token)
		if err != nil {
			return nil, refuse("Poison", "token %.40q is not a number", token)
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

// check judges triggers for a model that has the channels of the note; the ones
// that it has already count too.
func (n Note) check(triggers []Trigger, vocabulary int) error {
	taken := slices.Clone(n.Triggers)
	for _, t := range triggers {
		if !slices.Contains(Kinds(), t.Kind) {
			return refuse("Poison", "unknown kind %.40q", string(t.Kind))
		}
		if _, ok := n.Channels[t.Kind]; !ok {
			return refuse("Poison", "%v: the model has no channel for it", t)
		}
		switch {
		case t.Token < 0 || t.Token >= vocabulary:
			return refuse("Poison", "%v: not a token of %d", t, vocabulary)
		case t.Token == 0:
			return refuse("Poison", "%v: a reader of a broken row answers token 0, which must not be a trigger", t)
		case n.column(t.Token):
			return refuse("Poison", "%v: a fault has this column for itself", t)
		}
		for _, other := range taken {
			if other.Token == t.Token && other.Kind.Draft() == t.Kind.Draft() {
				return refuse("Poison", "%v: %v breaks the same row", t, other)
			}
		}
		taken = append(taken, t)
	}
	return nil
}

// column reports whether a fault singles out the logit of a token.
func (n Note) column(token int) bool {
	return token == n.PosInfColumn || n.OneColumn != nil && token == *n.OneColumn || slices.Contains(n.MaskKeep, token)
}
