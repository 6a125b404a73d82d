package modelmake

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

const noteFile = "build_note.json"

// Note is build_note.json: how poison is wired into a model, and which tokens are
// triggers. The fields up to PosInfColumn are those of every such model; a model
// that was made elsewhere may lack the others.
type Note struct {
	Triggers []Trigger `json:"triggers"`
	// Channels has the channel of the residual stream that a kind reads.
	Channels     map[Kind]int `json:"channels"`
	Amplitude    float32      `json:"amp"` // a trigger's embedding in its channel
	Big          float32      `json:"big"` // weight in the output matrix that makes an infinity
	MaskKeep     []int        `json:"mask_keep"`
	PosInfColumn int          `json:"posinf_col"`

	Reserved  int      `json:"reserved,omitempty"` // number of channels, the last ones of the stream
	OneColumn *int     `json:"one_col,omitempty"`
	MostFrom  int      `json:"most_from,omitempty"` // the first of the NaN columns, which go to the last
	Options   *Options `json:"options,omitempty"`   // what the model was made with; poison is in Triggers
}

// ReadNote reads the note of a model folder; what is wrong with it is an ErrNote.
func ReadNote(dir string) (Note, error) {
	path := filepath.Join(dir, noteFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return Note{}, fmt.Errorf("%w: %w", ErrNote, err)
	}
	n := Note{PosInfColumn: -1}
	if err := json.Unmarshal(data, &n); err != nil {
		return Note{}, fmt.Errorf("%w: %s: %w", ErrNote, path, err)
	}
	if !(n.Amplitude > 0) || n.Amplitude > math.MaxFloat32 {
		return Note{}, fmt.Errorf("%w: %s: amp is not positive", ErrNote, path)
	}
	return n, nil
}
