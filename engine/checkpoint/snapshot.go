package checkpoint

import (
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// Identity is the sum of everything that makes a model give the rows it gives.
type Identity [32]byte

// Tensor is a part of a state, on the host.
type Tensor struct {
	Name   string // not empty, UTF-8, once in a snapshot
	Shape  []int  // none for a single value
	Values []float32
}

// Snapshot is everything that a later request needs to go on from Tokens.
type Snapshot struct {
	Model   Identity
	Family  string    // not empty, UTF-8, up to 255 bytes
	Tokens  []int     // at least one, each 0 to 2^31-1
	Row     []float32 // last row of logits, raw
	Tensors []Tensor
}

// Guard refuses snapshots whose row or tensors must not be gone on from, by the law
// of their family. It must not call the store.
type Guard func(*Snapshot) error

// What no file may go beyond. A row or tensor is bounded by the file's size only.
const (
	maxFamily = 255
	maxName   = 1 << 10
	maxRank   = 16
	maxCount  = math.MaxInt32 // tokens, values of the row, tensors
)

func validate(s *Snapshot) error {
	bad := func(text string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrSnapshot, fmt.Sprintf(text, args...))
	}
	if err := text(s.Family, maxFamily); err != nil {
		return bad("family %.40q %v", s.Family, err)
	}
	if len(s.Tokens) == 0 || len(s.Tokens) > maxCount || len(s.Row) > maxCount || len(s.Tensors) > maxCount {
		return bad("%d tokens, %d values of the row, %d tensors", len(s.Tokens), len(s.Row), len(s.Tensors))
	}
	for i, token := range s.Tokens {
		if token < 0 || token > math.MaxInt32 {
			return bad("token %d is %d", i, token)
		}
	}
	seen := make(map[string]bool, len(s.Tensors))
	for _, t := range s.Tensors {
		if err := text(t.Name, maxName); err != nil {
			return bad("tensor %.40q: name %v", t.Name, err)
		}
		if seen[t.Name] {
			return bad("tensor %.40q: given twice", t.Name)
		}
		seen[t.Name] = true
		if n, err := elements(t.Shape); err != nil || n != len(t.Values) {
			return bad("tensor %.40q: shape %v with %d values", t.Name, t.Shape, len(t.Values))
		}
	}
	if headerOf(s, 0).size < 0 {
		return bad("too large for a file")
	}
	return nil
}

func text(s string, most int) error {
	switch {
	case s == "":
		return errors.New("is empty")
	case len(s) > most:
		return fmt.Errorf("is longer than %d bytes", most)
	case !utf8.ValidString(s):
		return errors.New("is not UTF-8")
	}
	return nil
}

// elements is the number of values of a shape.
func elements(shape []int) (int, error) {
	if len(shape) > maxRank {
		return 0, fmt.Errorf("%d dimensions", len(shape))
	}
	n := 1
	for _, d := range shape {
		if d < 0 || d > 0 && n > math.MaxInt/4/d {
			return 0, fmt.Errorf("dimension %d", d)
		}
		n *= d
	}
	return n, nil
}

// admit is what a snapshot must pass before it is written.
func admit(s *Snapshot, guard Guard) error {
	if err := validate(s); err != nil {
		return err
	}
	return judge(s, guard)
}

// judge asks the guard. Without one nothing is kept or gone on from: a caller that
// forgot it would lose the last check there is.
func judge(s *Snapshot, guard Guard) error {
	if guard == nil {
		return fmt.Errorf("%w: no guard", ErrOptions)
	}
	if err := guard(s); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}
