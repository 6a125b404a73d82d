package model

import "rowproof/engine/logits"

// State is what a sequence of tokens left: everything that a later forward needs to
// go on from there. A recurrent state cannot be cut, so it serves only texts that
// begin with all of its tokens.
type State struct {
	Tokens []int      // forwarded, at least one
	Trunk  Trunk      // of exactly these tokens
	Head   Head       // with the pairs of all of them; nil where no history was kept
	Row    logits.Row // behind the last token, as the model left it
	Hidden Hidden     // of the last token
}

// Clone is an independent copy.
func (s *State) Clone() (*State, error) {
	c := *s
	c.Tokens = append([]int(nil), s.Tokens...)
	var err error
	if c.Trunk, err = s.Trunk.Clone(); err != nil {
		return nil, err
	}
	if s.Head != nil {
		c.Head, err = s.Head.Clone()
	}
	return &c, err
}

// Tensor is a part of a state on the host.
type Tensor struct {
	Name   string
	Shape  []int
	Values []float32
}

// Persistent is a model whose states can be kept outside of it.
type Persistent interface {
	Model
	// Identity is a sum over everything that makes the model give the rows it gives:
	// configuration and weights. It may read all weights once.
	Identity() ([32]byte, error)
	// Export copies a state to the host: all but its tokens and its row. What the
	// trunk keeps for Keep is no part of it.
	Export(s *State) ([]Tensor, error)
	// Import makes the state of these tokens from what Export gave. Tensors that are
	// missing, misshapen or too many are an ErrState.
	Import(tokens []int, row logits.Row, tensors []Tensor) (*State, error)
}
