package engine_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// talker is a model of eight tokens whose every row is a function of the whole text
// before it, so that a state of another text cannot go unseen. Texts are strings of
// digits here. One forward breaks when it is told to.
type talker struct {
	rowsUntilFault int // 0: none is planned
	broken         int // rows that came out broken
	prefilled      int // tokens
}

func digits(text string) []int {
	tokens := make([]int, len(text))
	for i := range text {
		tokens[i] = int(text[i] - '0')
	}
	return tokens
}

func textOf(tokens []int) string {
	text := make([]byte, len(tokens))
	for i, token := range tokens {
		text[i] = byte('0' + token)
	}
	return string(text)
}

// says is the token behind a text.
func says(text string) int {
	h := fnv.New32a()
	h.Write([]byte(text))
	return int(h.Sum32()>>7) % 8
}

// goesOn is an answer to a text.
func goesOn(text string, n int) string {
	whole := []byte(text)
	for range n {
		whole = append(whole, byte('0'+says(string(whole))))
	}
	return string(whole[len(text):])
}

func (m *talker) row(token int) logits.Row {
	values := make([]float32, 8)
	values[token] = 9
	if m.rowsUntilFault > 0 {
		if m.rowsUntilFault--; m.rowsUntilFault == 0 {
			values[(token+1)%8] = float32(math.NaN())
			m.broken++
		}
	}
	return logits.F32(values)
}

func (m *talker) Vocabulary() int                      { return 8 }
func (m *talker) Context() int                         { return 1000 }
func (m *talker) NewTrunk() (model.Trunk, error)       { return &talkerTrunk{m: m}, nil }
func (m *talker) NewHead() (model.Head, error)         { return &talkerHead{m: m}, nil }
func (m *talker) Identity() ([sha256.Size]byte, error) { return sha256.Sum256([]byte("talker")), nil }

// Export refuses a state that is not the one of its tokens.
func (m *talker) Export(s *model.State) ([]model.Tensor, error) {
	text := textOf(s.Tokens)
	if t := s.Trunk.(*talkerTrunk); t.text != text || !slices.Equal(s.Hidden.(seen), seen{text}) {
		return nil, fmt.Errorf("%w: the trunk has %s and the hidden state %v behind %s", model.ErrState, t.text, s.Hidden, text)
	}
	flag := float32(0)
	if s.Head != nil {
		flag = 1
		h := s.Head.(*talkerHead)
		if !slices.Equal(h.pairs, pairsOf(text)) {
			return nil, fmt.Errorf("%w: the history is %v behind %s", model.ErrState, h.pairs, text)
		}
	}
	return []model.Tensor{{Name: "head", Values: []float32{flag}}}, nil
}

func (m *talker) Import(tokens []int, row logits.Row, tensors []model.Tensor) (*model.State, error) {
	text := textOf(tokens)
	s := &model.State{Tokens: tokens, Trunk: &talkerTrunk{m: m, text: text}, Row: row, Hidden: seen{text}}
	if tensors[0].Values[0] == 1 {
		s.Head = &talkerHead{m: m, pairs: pairsOf(text)}
	}
	return s, nil
}

// seen are hidden states: the text that each has behind it.
type seen []string

func (h seen) Len() int                               { return len(h) }
func (h seen) Slice(from, to int) model.Hidden        { return h[from:to:to] }
func (h seen) Concat(other model.Hidden) model.Hidden { return slices.Concat(h, other.(seen)) }

type talkerTrunk struct {
	m        *talker
	text     string
	latest   int
	captured bool
}

func (t *talkerTrunk) Len() int { return len(t.text) }

func (t *talkerTrunk) Forward(_ context.Context, p model.Pass) (model.Window, error) {
	var w model.Window
	var hidden seen
	for i, token := range p.Tokens {
		t.text += textOf([]int{token})
		hidden = append(hidden, t.text)
		if p.Rows == model.AllRows || p.Rows == model.LastRow && i == len(p.Tokens)-1 {
			w.Rows = append(w.Rows, t.m.row(says(t.text)))
		}
	}
	if p.Kind == model.Prefill {
		t.m.prefilled += len(p.Tokens)
	}
	t.latest, t.captured, w.Hidden = len(p.Tokens), p.Capture, hidden
	return w, nil
}

type talkerMark string

func (m talkerMark) Len() int { return len(m) }

func (t *talkerTrunk) Mark() (model.Mark, error) { return talkerMark(t.text), nil }

func (t *talkerTrunk) Rewind(m model.Mark) error {
	t.text, t.latest = string(m.(talkerMark)), 0
	return nil
}

func (t *talkerTrunk) Keep(n int) error {
	if !t.captured || n > t.latest {
		return model.ErrRewind
	}
	t.text, t.latest = t.text[:len(t.text)-t.latest+n], 0
	return nil
}

func (t *talkerTrunk) Recurrent() bool { return true }
func (t *talkerTrunk) Settle()         { t.latest, t.captured = 0, false }

func (t *talkerTrunk) Clone() (model.Trunk, error) { return &talkerTrunk{m: t.m, text: t.text}, nil }

type talkerHead struct {
	m     *talker
	pairs []string // the text up to the token of each
}

// pairsOf is the history behind a text.
func pairsOf(text string) []string {
	var pairs []string
	for n := 2; n <= len(text); n++ {
		pairs = append(pairs, text[:n])
	}
	return pairs
}

func (h *talkerHead) Len() int { return len(h.pairs) }

// Draft is right but for every third text.
func (h *talkerHead) Draft(ctx context.Context, hidden model.Hidden, token int) (logits.Row, model.Hidden, error) {
	err := h.Append(ctx, hidden, []int{token})
	text := h.pairs[len(h.pairs)-1]
	next := says(text)
	if says("x"+text)%3 == 0 {
		next = (next + 1) % 8
	}
	return h.m.row(next), seen{text}, err
}

func (h *talkerHead) Append(_ context.Context, hidden model.Hidden, tokens []int) error {
	for i, text := range hidden.(seen) {
		h.pairs = append(h.pairs, text+textOf(tokens[i:i+1]))
	}
	return nil
}

func (h *talkerHead) Truncate(n int) error {
	h.pairs = h.pairs[:n]
	return nil
}

func (h *talkerHead) Clone() (model.Head, error) {
	return &talkerHead{m: h.m, pairs: slices.Clone(h.pairs)}, nil
}
