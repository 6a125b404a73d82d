package steps

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"rowproof/engine/folder"
	"rowproof/engine/qwen"
	"rowproof/engine/safetensors"
	"rowproof/engine/tokenizer"
)

// folderSteps damage a copy of the tiny model's folder and load it.
var folderSteps = []step{
	bound(`a copy of the tiny model's folder`, (*world).givenFolder),
	bound(`in "([^"]+)" the text '([^']+)' is '([^']*)' instead`, (*world).givenOtherText),
	bound(`"([^"]+)" is missing`, (*world).givenMissing),
	bound(`"([^"]+)" ends in its middle`, (*world).givenCutFile),
	bound(`the header of "([^"]+)" claims (\d+) bytes`, (*world).givenHeaderLength),
	bound(`tensor "([^"]+)" is left out`, (*world).givenNoTensor),
	bound(`tensor "([^"]+)" has a row too few`, (*world).givenShortTensor),
	bound(`tensor "([^"]+)" holds a NaN`, (*world).givenNaNTensor),
	bound(`the folder is loaded`, (*world).whenLoaded),
	bound(`it is refused for its (configuration|weights|file|tokenizer|vocabulary)`, (*world).thenFolderRefused),
	bound(`it is loaded`, (*world).thenLoaded),
}

var folderErrors = map[string]error{
	"configuration": qwen.ErrConfig,
	"weights":       qwen.ErrTensor,
	"file":          safetensors.ErrFormat,
	"tokenizer":     tokenizer.ErrFormat,
	"vocabulary":    folder.ErrVocabulary,
}

const weightsFile = "model.safetensors"

func (w *world) givenFolder() (err error) {
	w.folder, err = w.models.copied()
	return err
}

// copied is a copy of the clean folder that a scenario may damage.
func (m *models) copied() (string, error) {
	clean, err := m.get("float32", "")
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(m.root, "copy-")
	if err != nil {
		return "", err
	}
	return dir, os.CopyFS(dir, os.DirFS(clean.dir))
}

// rewrite changes a file of the folder.
func (w *world) rewrite(name string, change func(data []byte) ([]byte, error)) error {
	path := filepath.Join(w.folder, name)
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if data, err = change(data); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

func (w *world) givenOtherText(name, old, text string) error {
	return w.rewrite(name, func(data []byte) ([]byte, error) {
		if !bytes.Contains(data, []byte(old)) {
			return nil, fmt.Errorf("%s has no %q", name, old)
		}
		return bytes.Replace(data, []byte(old), []byte(text), 1), nil
	})
}

func (w *world) givenMissing(name string) error { return os.Remove(filepath.Join(w.folder, name)) }

func (w *world) givenCutFile(name string) error {
	return w.rewrite(name, func(data []byte) ([]byte, error) { return data[:len(data)/2], nil })
}

func (w *world) givenHeaderLength(name string, n uint64) error {
	return w.rewrite(name, func(data []byte) ([]byte, error) {
		binary.LittleEndian.PutUint64(data, n)
		return data, nil
	})
}

func (w *world) givenNoTensor(name string) error {
	return w.retensor(name, func(safetensors.Tensor) []safetensors.Tensor { return nil })
}

func (w *world) givenShortTensor(name string) error {
	return w.retensor(name, func(t safetensors.Tensor) []safetensors.Tensor {
		rows := t.Shape[0]
		t.Shape = slices.Concat([]int{rows - 1}, t.Shape[1:])
		t.Data = t.Data[:len(t.Data)/rows*(rows-1)]
		return []safetensors.Tensor{t}
	})
}

func (w *world) givenNaNTensor(name string) error {
	return w.retensor(name, func(t safetensors.Tensor) []safetensors.Tensor {
		t.Data = bytes.Clone(t.Data)
		binary.LittleEndian.PutUint32(t.Data[4:], math.Float32bits(float32(math.NaN())))
		return []safetensors.Tensor{t}
	})
}

// retensor writes the weights again with one tensor changed.
func (w *world) retensor(name string, change func(safetensors.Tensor) []safetensors.Tensor) error {
	path := filepath.Join(w.folder, weightsFile)
	f, err := safetensors.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var tensors []safetensors.Tensor
	found := false
	for _, t := range f.Tensors() {
		if t.Name != name {
			tensors = append(tensors, t)
			continue
		}
		found = true
		tensors = append(tensors, change(t)...)
	}
	if !found {
		return fmt.Errorf("there is no tensor %q", name)
	}
	var b bytes.Buffer
	if err := safetensors.Write(&b, tensors, f.Metadata()); err != nil {
		return err
	}
	// The file is mapped: a new one takes its place.
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o600)
}

func (w *world) whenLoaded() error {
	w.failed = tryLoading(w.folder)
	return nil
}

func tryLoading(dir string) error {
	t, err := loadTiny(dir)
	if err != nil {
		return err
	}
	return t.Close()
}

func (w *world) thenFolderRefused(what string) error {
	if !errors.Is(w.failed, folderErrors[what]) {
		return seenError(w.failed)
	}
	return nil
}

func (w *world) thenLoaded() error {
	if w.folder == "" {
		return errNoAnswer
	}
	return w.failed
}
