package qwen

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"

	"rowproof/engine/device"
	"rowproof/engine/model"
	"rowproof/engine/safetensors"
)

// Model is the weights and what several sequences share. It can be used by several
// goroutines at once.
type Model struct {
	config      Config
	dev         device.Device
	folder      *folder
	embedding   device.Matrix // [Vocabulary, Hidden]
	output      device.Matrix // [Vocabulary, Hidden]
	layers      []layer
	norm        device.Buffer // gains [Hidden]
	frequencies device.Buffer // [Rotated/2]
	draft       *draft        // nil without one

	workspaces sync.Pool     // of *workspace
	forwards   atomic.Uint64 // names each forward of a trunk

	used         []safetensors.Tensor // of the folder
	identified   sync.Once
	identity     [sha256.Size]byte
	unidentified error
}

var _ model.Model = (*Model)(nil)

// Config is the shape of the model.
func (m *Model) Config() Config { return m.config }

// Vocabulary is the number of logits of a row: the width of the output matrix,
// which may be more than the tokenizer knows.
func (m *Model) Vocabulary() int { return m.config.Vocabulary }

// Context is the longest sequence, in tokens.
func (m *Model) Context() int { return m.config.Context }

// Close takes the weights away: no trunk or head of the model may be used any
// more. It does not close the device.
func (m *Model) Close() error { return m.folder.close() }

// NewTrunk is an empty sequence.
func (m *Model) NewTrunk() (model.Trunk, error) {
	t := &Trunk{model: m, memories: make([]memory, len(m.layers))}
	for i := range m.layers {
		var err error
		if t.memories[i], err = m.newMemory(&m.layers[i]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// NewHead is an empty draft head, or a model.ErrNoHead.
func (m *Model) NewHead() (model.Head, error) {
	if m.draft == nil {
		return nil, model.ErrNoHead
	}
	return &Head{model: m, memories: make([]memory, len(m.draft.layers))}, nil
}
