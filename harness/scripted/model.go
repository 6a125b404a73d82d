package scripted

import (
	"fmt"
	"sync"

	"rowproof/engine/model"
)

// Model is a model.Model with a script.
type Model struct {
	script Script

	mu         sync.Mutex
	passes     []Pass
	complaints []string
}

// Pass is a forward that was made.
type Pass struct {
	Kind   model.Kind
	Tokens []int
	Rows   model.Rows
	Behind int // place in the text of the last token
}

// New makes a model that follows the script.
func New(s Script) *Model { return &Model{script: s} }

// Vocabulary is 8.
func (m *Model) Vocabulary() int { return Vocabulary }

// Context is the script's.
func (m *Model) Context() int {
	if m.script.Context == 0 {
		return 4096
	}
	return m.script.Context
}

// NewTrunk is a trunk that has seen nothing.
func (m *Model) NewTrunk() (model.Trunk, error) { return &trunk{m: m}, nil }

// NewHead is a draft head that has seen nothing.
func (m *Model) NewHead() (model.Head, error) {
	if m.script.Headless {
		return nil, model.ErrNoHead
	}
	return &head{m: m}, nil
}

// Passes are the forwards made so far, of trunk and draft head, in order.
func (m *Model) Passes() []Pass {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Pass(nil), m.passes...)
}

// Complaints are the places at which the loop gave the model something that no
// correct loop would: a hidden state of another token, a history with a gap.
func (m *Model) Complaints() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.complaints...)
}

func (m *Model) made(kind model.Kind, rows model.Rows, behind int, tokens ...int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.passes = append(m.passes, Pass{kind, append([]int(nil), tokens...), rows, behind})
}

func (m *Model) complain(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.complaints = append(m.complaints, fmt.Sprintf(format, args...))
}
