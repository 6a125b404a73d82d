package e2erecord

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ErrFormat marks a file that is none of these receipts.
var ErrFormat = errors.New("no end-to-end receipts")

// File is a file of receipts: a meta line, then one record a line.
type File struct {
	Name    string
	Meta    *Object
	Records []*Object

	meta meta
}

type meta struct {
	kind    string
	prompts map[string][]int
	model   string // a folder's name
	cases   int
}

// Read reads a file as far as asking it again needs. Errors wrap ErrFormat and name the
// line.
func Read(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, path)
}

func read(r io.Reader, name string) (*File, error) {
	f := &File{Name: name}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		o := &Object{}
		err := json.Unmarshal(lines.Bytes(), o)
		if err == nil && n == 1 {
			f.Meta = o
			err = f.readMeta()
		} else if err == nil {
			f.Records = append(f.Records, o)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w: %w", name, n, ErrFormat, err)
		}
	}
	switch err := lines.Err(); {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case f.Meta == nil:
		return nil, fmt.Errorf("%s: %w: empty", name, ErrFormat)
	case len(f.Records) != f.meta.cases:
		return nil, fmt.Errorf("%s: %w: %d records where the meta line says %d", name, ErrFormat, len(f.Records), f.meta.cases)
	}
	return f, nil
}

func (f *File) readMeta() error {
	var kind string
	err := errors.Join(
		f.Meta.get("kind", &kind),
		f.Meta.get("records", &f.meta.kind),
		f.Meta.get("prompts", &f.meta.prompts),
		f.Meta.get("model", &f.meta.model),
		f.Meta.get("cases", &f.meta.cases),
	)
	switch {
	case err != nil:
		return err
	case kind != "meta":
		return errors.New("the first line is no meta line")
	case f.meta.model != filepath.Base(f.meta.model) || !filepath.IsLocal(f.meta.model):
		return fmt.Errorf("model %q is no name of a folder", f.meta.model)
	}
	return nil
}
