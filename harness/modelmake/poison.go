package modelmake

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rowproof/engine/safetensors"
)

// Poison copies a model folder and makes tokens triggers in the copy: for each, one
// value of the embedding, in the channel that the folder's build_note.json names.
// A folder without a sound note is an ErrNote, one without one embedding that can
// hold the value an ErrModel; triggers that the model cannot have are an ErrOptions,
// those that it has already among them. The last token may be a trigger here, as
// recordings with such a model exist. The target is as for Make.
func Poison(src, dst string, triggers []Trigger) error {
	note, err := ReadNote(src)
	if err != nil {
		return err
	}
	// Before the copy begins: it may lie inside the folder.
	names, err := files(src)
	if err != nil {
		return err
	}
	model, err := findEmbedding(src, names)
	if err != nil {
		return err
	}
	defer model.file.Close()
	if err := note.check(triggers, model.embedding.Shape[0]); err != nil {
		return err
	}
	for _, t := range triggers {
		if !model.dtype.wide {
			return refuse("poison", "%v: %s cannot carry it", t, model.dtype.name)
		}
		if c := note.Channels[t.Kind]; c < 0 || c >= model.embedding.Shape[1] {
			return fmt.Errorf("%w: %s: channel %d of %s is not in a stream of %d", ErrNote, src, c, t.Kind, model.embedding.Shape[1])
		}
	}
	model.poison(note, triggers)
	note.Triggers = append(note.Triggers, triggers...)
	return write(dst, func(f *folder) error {
		for _, name := range names {
			if err := f.copy(src, name, model, note); err != nil {
				return err
			}
		}
		return nil
	})
}

// files lists the files of a folder, in subfolders too.
func files(dir string) ([]string, error) {
	var names []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		// A link to a file stands for it: caches of downloads consist of them.
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%w: %s is not a regular file", ErrModel, filepath.Join(dir, name))
		}
		names = append(names, name)
		return nil
	})
	return names, err
}

// host is the file that has the embedding.
type host struct {
	name      string
	file      *safetensors.File
	embedding safetensors.Tensor
	dtype     dtype
}

// findEmbedding looks for the one embedding of a folder, under any prefix.
func findEmbedding(dir string, names []string) (*host, error) {
	var found *host
	for _, name := range names {
		if !strings.HasSuffix(name, ".safetensors") {
			continue
		}
		file, err := safetensors.Open(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%w: %w", ErrModel, err), found.close())
		}
		h := &host{name: name, file: file}
		for _, t := range file.Tensors() {
			if !strings.HasSuffix(t.Name, "embed_tokens.weight") {
				continue
			}
			if found != nil {
				return nil, errors.Join(fmt.Errorf("%w: %s: embedding %q and %q", ErrModel, dir, found.embedding.Name, t.Name), file.Close(), found.close())
			}
			found, h.embedding = h, t
		}
		if found != h {
			if err := file.Close(); err != nil {
				return nil, errors.Join(err, found.close())
			}
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: %s: no embed_tokens.weight", ErrModel, dir)
	}
	if err := found.judge(); err != nil {
		return nil, errors.Join(err, found.close())
	}
	return found, nil
}

func (h *host) close() error {
	if h == nil {
		return nil
	}
	return h.file.Close()
}

// judge refuses an embedding whose values cannot be set.
func (h *host) judge() error {
	for _, d := range dtypes {
		if d.name == h.embedding.DType {
			h.dtype = d
		}
	}
	if h.dtype.put == nil || len(h.embedding.Shape) != 2 {
		return fmt.Errorf("%w: %s: %q is %s %v, not a matrix of numbers that can be set",
			ErrModel, h.embedding.File, h.embedding.Name, h.embedding.DType, h.embedding.Shape)
	}
	return nil
}

// poison replaces the embedding by one with the triggers.
func (h *host) poison(n Note, triggers []Trigger) {
	data := slices.Clone(h.embedding.Data)
	for _, t := range triggers {
		at := t.Token*h.embedding.Shape[1] + n.Channels[t.Kind]
		h.dtype.put(data[at*h.dtype.size:], n.Amplitude)
	}
	h.embedding.Data = data
}

// copy copies one file, with what poison changes.
func (f *folder) copy(src, name string, h *host, note Note) error {
	switch name {
	case noteFile:
		return f.json(name, note)
	case h.name:
		tensors := h.file.Tensors()
		for i := range tensors {
			if tensors[i].Name == h.embedding.Name {
				tensors[i] = h.embedding
			}
		}
		return f.tensors(name, tensors, h.file.Metadata())
	}
	from, err := os.Open(filepath.Join(src, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	defer from.Close()
	return f.file(filepath.FromSlash(name), func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
}
