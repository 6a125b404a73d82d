package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"rowproof/engine/device/cpu"
	"rowproof/engine/qwen"
	"rowproof/harness/internal/weights"
	"rowproof/harness/modelmake"
	"rowproof/oracle/e2e"
)

// models are folders and what was loaded from them: each once per poison.
type models struct {
	folders []folder
	temp    string // poisoned copies

	mu     sync.Mutex
	loaded map[source]func() (*qwen.Model, error)
}

type folder struct{ dir, sha256 string }

type source struct{ dir, poison string }

// openModels takes the sums of folders. Close what it returns.
func openModels(ctx context.Context, dirs []string) (*models, error) {
	m := &models{loaded: map[source]func() (*qwen.Model, error){}}
	for _, dir := range dirs {
		sum, err := weights.Sum(ctx, dir)
		if err != nil {
			return nil, fmt.Errorf("no model in %s: %w", dir, err)
		}
		m.folders = append(m.folders, folder{dir, sum})
	}
	var err error
	m.temp, err = os.MkdirTemp("", "rowproof-replay-*")
	return m, err
}

// find is the folder of the model that a file was recorded on.
func (m *models) find(meta *e2e.Meta) (string, error) {
	var have []string
	for _, f := range m.folders {
		if f.sha256 == meta.ModelSHA256 {
			return f.dir, nil
		}
		have = append(have, fmt.Sprintf("%s is %.12s", f.dir, f.sha256))
	}
	return "", fmt.Errorf("recorded on another model: %s, whose %s has sha256 %.12s (%s)", meta.Model, weights.File, meta.ModelSHA256, strings.Join(have, ", "))
}

// get loads a model, or gives the one that is loaded.
func (m *models) get(dir, poison string) (*qwen.Model, error) {
	m.mu.Lock()
	load, ok := m.loaded[source{dir, poison}]
	if !ok {
		place := filepath.Join(m.temp, strconv.Itoa(len(m.loaded)))
		load = sync.OnceValues(func() (*qwen.Model, error) { return loadPoisoned(dir, poison, place) })
		m.loaded[source{dir, poison}] = load
	}
	m.mu.Unlock()
	return load()
}

// loadPoisoned loads a folder, or its poisoned copy, made in place.
func loadPoisoned(dir, poison, place string) (*qwen.Model, error) {
	if poison != "" {
		triggers, err := modelmake.ParseTriggers(poison)
		if err != nil {
			return nil, err
		}
		if err := modelmake.Poison(dir, place, triggers); err != nil {
			return nil, err
		}
		dir = place
	}
	return qwen.Load(dir, cpu.New())
}

// close removes the poisoned copies and, unless a run may still be under way, unmaps
// all models.
func (m *models) close(unmap bool) error {
	err := os.RemoveAll(m.temp)
	if !unmap {
		return err
	}
	for _, load := range m.loaded {
		if loaded, failed := load(); failed == nil {
			err = errors.Join(err, loaded.Close())
		}
	}
	return err
}
