package scripted

import (
	"math"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// Vocabulary is the number of logits of a row.
const Vocabulary = 8

// High is the logit of the token that a row says, unless the script has another; the
// others have 0.
const High = 20

// Fault is what is wrong with a row.
type Fault string

// The faults, and the mask, which is none.
const (
	NaN     Fault = "nan"      // every logit
	OneNaN  Fault = "one nan"  // one logit, of a token that the row does not say
	PosInf  Fault = "+inf"     // one logit, of the last token
	AllNeg  Fault = "all -inf" // every logit
	Mask    Fault = "mask"     // -Inf but for the token that the row says: legal
	Healthy Fault = ""
)

// Place is a row: the forward it belongs to, and the token it is for, counted from
// the first generated one. An empty Kind is any forward of the trunk.
type Place struct {
	Kind  model.Kind
	Token int
}

// Script is what the model says.
type Script struct {
	Name     string // of the model that states are kept for
	Prompt   []int
	Answer   []int       // what the trunk says, token by token; 0 behind the end
	Drafts   map[int]int // what the draft head says instead of the answer, by token
	Faults   map[Place]Fault
	Lead     float32 // logit of the token that a row says; 0 is High
	Context  int     // longest sequence; 0 is 4096
	Headless bool    // no draft head
	Flat     bool    // no recurrent state
}

// token is what the trunk says for a token of the answer.
func (s *Script) token(i int) int {
	if i < 0 || i >= len(s.Answer) {
		return 0
	}
	return s.Answer[i]
}

func (s *Script) draft(i int) int {
	if token, ok := s.Drafts[i]; ok {
		return token
	}
	return s.token(i)
}

func (s *Script) fault(kind model.Kind, i int) Fault {
	if f, ok := s.Faults[Place{kind, i}]; ok {
		return f
	}
	if kind == model.Draft {
		return Healthy
	}
	return s.Faults[Place{"", i}]
}

// row makes a row that says a token, with a fault.
func (s *Script) row(says int, f Fault) logits.Row {
	values := make([]float32, Vocabulary)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	values[says] = High
	if s.Lead != 0 {
		values[says] = s.Lead
	}
	for i := range values {
		switch {
		case f == NaN, f == OneNaN && i == (says+1)%Vocabulary:
			values[i] = nan
		case f == PosInf && i == Vocabulary-1:
			values[i] = inf
		case f == AllNeg, f == Mask && i != says:
			values[i] = -inf
		}
	}
	return logits.F32(values)
}
