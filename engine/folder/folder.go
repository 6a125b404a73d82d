// Package folder opens a model folder as it lies on disk: the model on a device,
// its tokenizer, and the tokens that end an answer.
package folder

import (
	"path/filepath"
	"slices"

	"rowproof/engine/device"
	"rowproof/engine/qwen"
	"rowproof/engine/tokenizer"
)

// Folder is an open model folder.
type Folder struct {
	Model     *qwen.Model
	Tokenizer *tokenizer.Tokenizer
	Stop      []int // IDs that end an answer
	Known     int   // IDs from here on have rows but no text: padding
}

// Open opens a folder. Errors are those of packages qwen and tokenizer and name the
// file. Close it.
func Open(dir string, dev device.Device) (*Folder, error) {
	t, err := tokenizer.Open(filepath.Join(dir, "tokenizer.json"))
	if err != nil {
		return nil, err
	}
	m, err := qwen.Load(dir, dev)
	if err != nil {
		return nil, err
	}
	f := &Folder{Model: m, Tokenizer: t, Known: min(t.Size(), m.Vocabulary())}
	f.Stop = slices.Clone(m.Config().StopIDs())
	for _, text := range m.Config().StopTexts() {
		if id, ok := t.ID(text); ok {
			f.Stop = append(f.Stop, id)
		}
	}
	slices.Sort(f.Stop)
	f.Stop = slices.Compact(f.Stop)
	return f, nil
}

// Close takes the weights away.
func (f *Folder) Close() error { return f.Model.Close() }
