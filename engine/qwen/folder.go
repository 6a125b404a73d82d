package qwen

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rowproof/engine/safetensors"
)

const indexFile = "model.safetensors.index.json"

// sidecars are where a draft head of its own may lie; the first one counts.
var sidecars = []string{"mtp.safetensors", "mtp/weights.safetensors", "model-mtp.safetensors"}

// folder is the tensors of a model's files, by canonical name.
type folder struct {
	dir     string
	models  []string                     // files that the trunk may be in
	files   map[string]*safetensors.File // by name in the folder
	listed  map[string]string            // the index: file of a tensor, by its name in the file
	index   bool
	trunk   map[string]safetensors.Tensor
	head    map[string]safetensors.Tensor
	sidecar string // file of the draft head, if it has one of its own
	marked  bool   // some model*.safetensors has a tensor of a draft head
}

// openFolder opens the weights of a model and looks at every header, at no data.
func openFolder(dir string, c Config) (*folder, error) {
	f := &folder{
		dir:   dir,
		files: map[string]*safetensors.File{},
		trunk: map[string]safetensors.Tensor{},
		head:  map[string]safetensors.Tensor{},
	}
	if err := f.read(c); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

func (f *folder) close() error {
	var errs []error
	for _, file := range f.files {
		errs = append(errs, file.Close())
	}
	return errors.Join(errs...)
}

func (f *folder) read(c Config) error {
	if err := f.readIndex(); err != nil {
		return err
	}
	var err error
	if f.models, err = f.modelFiles(); err != nil {
		return err
	}
	if f.sidecar, err = f.findSidecar(c); err != nil {
		return err
	}
	for _, name := range f.models {
		if err := f.add(name); err != nil {
			return err
		}
	}
	if f.sidecar == "" || c.HeadLayers == 0 {
		return nil
	}
	return f.addSidecar()
}

func (f *folder) readIndex() error {
	o, err := readObject(f.dir, indexFile, true)
	if err != nil {
		return err
	}
	f.index = o.into("weight_map", &f.listed)
	for name, file := range f.listed {
		if !local(file) {
			o.refuse("weight_map", "%.200q of %.200q is outside the folder", file, name)
		}
	}
	return *o.err
}

// modelFiles are the files that the trunk may be in: every model*.safetensors, as
// for the oracle, and whatever else the index lists. A listed file that is not
// there is missed when one of its tensors is.
func (f *folder) modelFiles() ([]string, error) {
	entries, err := os.ReadDir(f.dir) // sorted, so that the first error is the same each time
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTensor, err)
	}
	var names []string
	for _, e := range entries {
		if isModelFile(e.Name()) {
			names = append(names, e.Name())
		}
	}
	for _, other := range slices.Compact(slices.Sorted(maps.Values(f.listed))) {
		if isModelFile(other) {
			continue
		}
		if there, err := f.exists(other); err != nil {
			return nil, err
		} else if there {
			names = append(names, other)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%w: %s: no model*.safetensors", ErrTensor, f.dir)
	}
	return names, nil
}

func isModelFile(name string) bool {
	return strings.HasPrefix(name, "model") && strings.HasSuffix(name, ".safetensors") && !strings.Contains(name, "/")
}

func (f *folder) exists(name string) (bool, error) {
	_, err := os.Stat(filepath.Join(f.dir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrTensor, err)
	}
	return true, nil
}

func (f *folder) findSidecar(c Config) (string, error) {
	candidates := sidecars
	if c.sidecar != "" {
		candidates = []string{c.sidecar}
	}
	for _, name := range candidates {
		if there, err := f.exists(name); err != nil || there {
			return name, err
		}
	}
	return "", nil
}

// open opens a file once.
func (f *folder) open(name string) (*safetensors.File, error) {
	if file, ok := f.files[name]; ok {
		return file, nil
	}
	file, err := safetensors.Open(filepath.Join(f.dir, filepath.FromSlash(name)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTensor, err)
	}
	f.files[name] = file
	return file, nil
}

// add sorts the tensors of one of the model's files.
func (f *folder) add(name string) error {
	file, err := f.open(name)
	if err != nil {
		return err
	}
	for _, t := range file.Tensors() {
		short, place := canonical(t.Name)
		switch place {
		case trunkTensor:
			err = f.put(f.trunk, short, name, t)
		case headTensor:
			f.marked = f.marked || isModelFile(name)
			// Where there is an index, the oracle looks there for the draft head.
			if f.sidecar == "" && (!f.index || f.listed[t.Name] == name) {
				err = f.put(f.head, short, name, t)
			}
		case strayTensor:
			f.marked = f.marked || isModelFile(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *folder) addSidecar() error {
	file, err := f.open(f.sidecar)
	if err != nil {
		return err
	}
	for _, t := range file.Tensors() {
		if short, place := canonical(t.Name); place == headTensor {
			if err := f.put(f.head, short, f.sidecar, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// put adds a tensor. Of two by one name the index picks one.
func (f *folder) put(to map[string]safetensors.Tensor, short, file string, t safetensors.Tensor) error {
	other, twice := to[short]
	if twice && f.isListed(other) == (f.listed[t.Name] == file) {
		return refuseTensor(t, "also in %s as %.200q", other.File, other.Name)
	}
	if !twice || !f.isListed(other) {
		to[short] = t
	}
	return nil
}

// isListed reports whether the index has a tensor where it was found.
func (f *folder) isListed(t safetensors.Tensor) bool {
	file, open := f.files[f.listed[t.Name]]
	return open && t.File == file.Name()
}
