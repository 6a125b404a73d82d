// Package derive makes the files of receipts/ that say again, for people, what
// the receipts say: the readers of the oracle side by side, the broken rows with
// their census, the environment of the recording, and a note on every kind of
// row. They are derived, so that they cannot drift: a test makes them anew and
// compares. `go generate ./oracle/derive` rewrites them.
package derive

//go:generate go test . -run ^TestFilesAreCurrent$ -update

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"rowproof/oracle"
)

// Files makes the derived files from the receipts in fsys (rows/ and ds4/), by
// name. Equal receipts give equal bytes. Errors are those of the reader, or name
// a receipt that contradicts another.
func Files(fsys fs.FS) (map[string][]byte, error) {
	files, err := read(fsys)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for name, derive := range map[string]func([]*oracle.File) ([]byte, error){
		"oracle.jsonl":              sideBySide,
		"native-invalid-rows.jsonl": brokenRows,
		"environment.json":          environment,
		"kinds.json":                kinds,
	} {
		if out[name], err = derive(files); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return out, nil
}

func read(fsys fs.FS) ([]*oracle.File, error) {
	var files []*oracle.File
	for _, pattern := range []string{"rows/*.jsonl", "ds4/*.jsonl"} {
		names, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, err
		}
		slices.Sort(names)
		for _, name := range names {
			file, err := oracle.ReadFile(fsys, name)
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
	}
	return files, nil
}

// cases are the cases of one group.
func cases(files []*oracle.File, group string) []*oracle.Case {
	var out []*oracle.Case
	for _, f := range files {
		if f.Header.Group == group {
			out = append(out, f.Cases...)
		}
	}
	return out
}

// lines writes one JSON value per line.
func lines[T any](values []T) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// document writes one indented JSON value.
func document(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return b.Bytes(), err
}
