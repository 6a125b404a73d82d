package modelprove

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"rowproof/engine/device/cpu"
	"rowproof/engine/qwen"
	"rowproof/engine/safetensors"
	"rowproof/harness/modelmake"
)

// folder is a clean model folder, loaded.
type folder struct {
	dir   string // absolute: the oracle may run elsewhere
	dtype string // of the embedding, which is that of the oracle's activations
	noted bool   // there is a note
	note  modelmake.Note
	model *qwen.Model
}

// open loads a folder; what is wrong with it is an ErrModel.
func open(dir string) (*folder, error) {
	f := &folder{}
	var err error
	if f.dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if err := f.open(); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrModel, dir, err)
	}
	return f, nil
}

func (f *folder) open() error {
	var err error
	f.note, err = modelmake.ReadNote(f.dir)
	if f.noted = err == nil; !f.noted && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(f.note.Triggers) > 0 {
		return fmt.Errorf("it is poisoned: %v", f.note.Triggers)
	}
	if f.dtype, err = dtypeOf(f.dir); err != nil {
		return err
	}
	if _, ok := bounds[f.dtype]; !ok {
		return fmt.Errorf("nothing is stated of dtype %s", f.dtype)
	}
	if f.model, err = qwen.Load(f.dir, cpu.New()); err != nil {
		return err
	}
	if _, err := f.model.NewHead(); err != nil {
		return errors.Join(err, f.model.Close())
	}
	return nil
}

// dtypeOf is the dtype of a folder's embedding.
func dtypeOf(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.safetensors"))
	if err != nil {
		return "", err
	}
	for _, name := range names {
		file, err := safetensors.Open(name)
		if err != nil {
			return "", err
		}
		dtype := ""
		for _, t := range file.Tensors() {
			if strings.HasSuffix(t.Name, "embed_tokens.weight") {
				dtype = t.DType
			}
		}
		if err := file.Close(); err != nil || dtype != "" {
			return dtype, err
		}
	}
	return "", errors.New("no embed_tokens.weight")
}
