// Package folder opens a model folder as it lies on disk: the model on a device,
// its tokenizer, and the tokens that end an answer.
package folder

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"rowproof/engine/device"
	"rowproof/engine/model"
	"rowproof/engine/qwen"
	"rowproof/engine/tokenizer"
)

// ErrVocabulary is a tokenizer with an ID that the model has no row for: another
// model's, or one that tokens were added to after training. The oracle loads such a
// folder, and reads past the end of the embedding when a prompt has the token.
//
// Fewer tokens than rows are usual: the published models pad their matrices.
var ErrVocabulary = errors.New("token beyond the vocabulary of the model")

// Folder is an open model folder. Its users see no more of the model than the loop
// does, so that another family can take Qwen's place.
type Folder struct {
	Model     model.Model
	Tokenizer *tokenizer.Tokenizer
	Stop      []int // IDs that end an answer, ascending

	weights io.Closer
}

// Open opens a folder. Errors are ErrVocabulary and those of packages qwen and
// tokenizer, and name the file. Close it.
func Open(dir string, dev device.Device) (*Folder, error) {
	path := filepath.Join(dir, "tokenizer.json")
	t, err := tokenizer.Open(path)
	if err != nil {
		return nil, err
	}
	m, err := qwen.Load(dir, dev)
	if err != nil {
		return nil, err
	}
	if last := t.Size() - 1; last >= m.Vocabulary() {
		err := fmt.Errorf("%w: %s: %.80q has ID %d, the vocabulary ends before %d", ErrVocabulary, path, t.Decode([]int{last}), last, m.Vocabulary())
		return nil, errors.Join(err, m.Close())
	}
	return &Folder{Model: m, Tokenizer: t, Stop: stops(m.Config(), t), weights: m}, nil
}

func stops(c qwen.Config, t *tokenizer.Tokenizer) []int {
	ids := c.StopIDs()
	for _, text := range c.StopTexts() {
		if id, ok := t.ID(text); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Close takes the weights away: nothing of the model may be used any more.
func (f *Folder) Close() error { return f.weights.Close() }
