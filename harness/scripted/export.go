package scripted

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"rowproof/engine/logits"
	"rowproof/engine/model"
)

var _ model.Persistent = (*Model)(nil)

// Identity is the script's name and what decides which states there are. Scripts of one
// name go on from each other's states, whatever they say: the turns of a conversation,
// or a model that has a fault one day and none the next.
func (m *Model) Identity() ([sha256.Size]byte, error) {
	return sha256.Sum256(fmt.Appendf(nil, "scripted %q %t %t", m.script.Name, m.script.Headless, m.script.Flat)), nil
}

// Export gives tokens and pairs as they are, right or wrong, as float32:
//
//	trunk.tokens  [n]
//	head.pairs    [n-1], for each its token's position; not without a head
//	hidden        [2]: position and token of the last one
func (m *Model) Export(s *model.State) ([]model.Tensor, error) {
	n := len(s.Tokens)
	t, ok := s.Trunk.(*trunk)
	if !ok || t.m != m || n == 0 || len(t.tokens) != n {
		return nil, fmt.Errorf("%w: trunk", model.ErrState)
	}
	last, ok := s.Hidden.(hidden)
	if !ok || len(last) != 1 {
		return nil, fmt.Errorf("%w: hidden", model.ErrState)
	}
	tensors := []model.Tensor{tensor("trunk.tokens", t.tokens)}
	if s.Head != nil {
		h, ok := s.Head.(*head)
		if !ok || h.m != m || len(h.pairs) != n-1 {
			return nil, fmt.Errorf("%w: head", model.ErrState)
		}
		tensors = append(tensors, tensor("head.pairs", h.pairs))
	}
	return append(tensors, tensor("hidden", []int{last[0].at, last[0].token})), nil
}

// Import makes a state that complains as the exported one would.
func (m *Model) Import(tokens []int, row logits.Row, tensors []model.Tensor) (*model.State, error) {
	if n := len(tokens); n == 0 || n > m.Context() {
		return nil, fmt.Errorf("%w: %d tokens", model.ErrState, n)
	}
	if row.Width() != Vocabulary {
		return nil, fmt.Errorf("%w: a row of %d logits", model.ErrState, row.Width())
	}
	parts := map[string]int{"trunk.tokens": len(tokens), "hidden": 2}
	withHead := !m.script.Headless && slices.ContainsFunc(tensors, func(t model.Tensor) bool { return t.Name == "head.pairs" })
	if withHead {
		parts["head.pairs"] = len(tokens) - 1
	}
	found := map[string][]int{}
	for _, t := range tensors {
		size, ok := parts[t.Name]
		if !ok {
			return nil, fmt.Errorf("%w: %q: not a part, or twice", model.ErrState, t.Name)
		}
		delete(parts, t.Name)
		numbers, whole := wholes(t.Values)
		if !whole || len(numbers) != size || !slices.Equal(t.Shape, []int{size}) {
			return nil, fmt.Errorf("%w: %q: not %d whole numbers", model.ErrState, t.Name, size)
		}
		found[t.Name] = numbers
	}
	if len(parts) > 0 {
		return nil, fmt.Errorf("%w: %q: missing", model.ErrState, slices.Sorted(maps.Keys(parts)))
	}
	s := &model.State{
		Tokens: slices.Clone(tokens),
		Trunk:  &trunk{m: m, tokens: found["trunk.tokens"]},
		Row:    row,
		Hidden: hidden{{found["hidden"][0], found["hidden"][1]}},
	}
	if withHead {
		s.Head = &head{m: m, pairs: found["head.pairs"]}
	}
	return s, nil
}

func tensor(name string, numbers []int) model.Tensor {
	t := model.Tensor{Name: name, Shape: []int{len(numbers)}, Values: make([]float32, len(numbers))}
	for i, n := range numbers {
		t.Values[i] = float32(n)
	}
	return t
}

// wholes reports whether all values are whole numbers of some size.
func wholes(values []float32) ([]int, bool) {
	numbers := make([]int, len(values))
	for i, v := range values {
		if !(v >= 0 && v < 1<<24) || v != float32(int(v)) {
			return nil, false
		}
		numbers[i] = int(v)
	}
	return numbers, true
}
