package qwen

import (
	"fmt"

	"rowproof/engine/device"
	"rowproof/engine/model"
)

// hidden is hidden states [rows, Hidden] in one or more buffers that nobody writes
// to any more.
type hidden []states

type states struct {
	model  *Model // nil if they are not of this package
	buffer device.Buffer
	rows   int
}

func (m *Model) newHidden(rows int) (device.Buffer, error) {
	return m.dev.Buffer(rows * m.config.Hidden)
}

func (m *Model) wrap(b device.Buffer, rows int) model.Hidden { return hidden{{m, b, rows}} }

// Len is the number of tokens.
func (h hidden) Len() int {
	n := 0
	for _, s := range h {
		n += s.rows
	}
	return n
}

// Slice is the states from..to. It panics outside of them, as slicing does.
func (h hidden) Slice(from, to int) model.Hidden {
	if from < 0 || from > to || to > h.Len() {
		panic(fmt.Sprintf("hidden states [%d:%d] of %d", from, to, h.Len()))
	}
	var part hidden
	for _, s := range h {
		a, b := min(from, s.rows), min(to, s.rows)
		from, to = from-a, to-b // what is left begins behind these
		if a == b {
			continue
		}
		if s.model != nil {
			s.buffer = s.model.slice(s.buffer, a, b-a)
		}
		s.rows = b - a
		part = append(part, s)
	}
	return part
}

// Concat is these states and then those of other. States of another model have a
// length, but no draft head takes them.
func (h hidden) Concat(other model.Hidden) model.Hidden {
	next, ok := other.(hidden)
	if !ok {
		next = hidden{{rows: other.Len()}}
	}
	return append(h[:len(h):len(h)], next...)
}

// own gives the states back as those of a model.
func (m *Model) own(h model.Hidden) (hidden, error) {
	own, ok := h.(hidden)
	for _, s := range own {
		ok = ok && s.model == m
	}
	if !ok {
		return nil, fmt.Errorf("hidden states: %w", device.ErrForeign)
	}
	return own, nil
}
