package e2erecord

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

// ErrFormat marks a file that is none of these receipts.
var ErrFormat = errors.New("no end-to-end receipts")

// File is a file of receipts: a meta line, then one record a line.
type File struct {
	Name    string
	Meta    *Object
	Records []*Object

	meta e2e.Meta
}

// Read reads a file as far as asking it again needs: the meta line as strictly as
// oracle/e2e does, of the records what they ask. Errors wrap ErrFormat and name the
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
	lines := oracle.NewLines(r)
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		o := &Object{}
		if err == nil {
			err = json.Unmarshal(line, o)
		}
		switch {
		case err == nil && f.Meta == nil:
			f.Meta = o
			f.meta, err = e2e.ReadMeta(line)
		case err == nil:
			f.Records = append(f.Records, o)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w: %w", name, lines.Number, ErrFormat, err)
		}
	}
	switch {
	case f.Meta == nil:
		return nil, fmt.Errorf("%s: %w: empty", name, ErrFormat)
	case len(f.Records) != f.meta.Cases:
		return nil, fmt.Errorf("%s: %w: %d records where the meta line says %d", name, ErrFormat, len(f.Records), f.meta.Cases)
	}
	return f, nil
}
