package steps

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"rowproof/engine/device/cpu"
	"rowproof/engine/folder"
	"rowproof/harness/modelmake"
)

// models are the model folders of one run of the features: made when a scenario
// first asks for one, shared by all of them, gone with the run.
type models struct {
	mu      sync.Mutex
	root    string
	folders int
	open    map[string]*tinyModel
	users   sync.WaitGroup // a scenario that was given up may still be reading weights
}

// tinyModel is an open folder, and where it is.
type tinyModel struct {
	*folder.Folder
	dir string
}

func newModels() *models { return &models{open: map[string]*tinyModel{}} }

// get is the model of a dtype with triggers ("nan:301", or "").
func (m *models) get(dtype, triggers string) (*tinyModel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.made(dtype, triggers)
}

func (m *models) made(dtype, triggers string) (*tinyModel, error) {
	name := dtype + " " + triggers
	if t, ok := m.open[name]; ok {
		return t, nil
	}
	if m.root == "" {
		root, err := os.MkdirTemp("", "rowproof-features-")
		if err != nil {
			return nil, err
		}
		m.root = root
	}
	dir, err := m.make(dtype, triggers)
	if err != nil {
		return nil, err
	}
	t, err := loadTiny(dir)
	if err == nil {
		m.open[name] = t
	}
	return t, err
}

// make writes a folder: a clean one from nothing, a poisoned one from the clean one.
func (m *models) make(dtype, triggers string) (string, error) {
	if triggers == "" {
		dir, o := m.next(), modelmake.DefaultOptions()
		o.DType = dtype
		// Shared by all scenarios: it must not end with the one that asked first.
		return dir, modelmake.Make(context.Background(), dir, o)
	}
	parsed, err := modelmake.ParseTriggers(triggers)
	if err != nil {
		return "", err
	}
	clean, err := m.made(dtype, "")
	if err != nil {
		return "", err
	}
	dir := m.next()
	return dir, modelmake.Poison(clean.dir, dir, parsed)
}

func (m *models) next() string {
	m.folders++
	return filepath.Join(m.root, strconv.Itoa(m.folders))
}

func loadTiny(dir string) (*tinyModel, error) {
	f, err := folder.Open(dir, cpu.New())
	if err != nil {
		return nil, err
	}
	return &tinyModel{f, dir}, nil
}

// close removes every folder.
func (m *models) close() error {
	m.users.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	var errs []error
	for _, t := range m.open {
		errs = append(errs, t.Close())
	}
	if m.root != "" {
		errs = append(errs, os.RemoveAll(m.root))
	}
	return errors.Join(errs...)
}
