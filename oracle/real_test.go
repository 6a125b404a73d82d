package oracle_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"

	"rowproof/oracle"
	"rowproof/receipts"
)

// realNames are the receipt files of the repository.
func realNames() []string {
	var names []string
	for _, pattern := range []string{"rows/*.jsonl", "ds4/*.jsonl"} {
		found, err := fs.Glob(receipts.FS, pattern)
		if err != nil {
			panic(err)
		}
		names = append(names, found...)
	}
	return names
}

var readAll = sync.OnceValues(func() ([]*oracle.File, error) {
	var files []*oracle.File
	for _, name := range realNames() {
		file, err := oracle.ReadFile(receipts.FS, name)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
})

// allFiles reads all receipts of the repository, once.
func allFiles(t testing.TB) []*oracle.File {
	t.Helper()
	files, err := readAll()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// realLines are the lines of one receipt file.
func realLines(t testing.TB, name string) []string {
	t.Helper()
	raw, err := fs.ReadFile(receipts.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
}

// tree is a JSON value with exact numbers.
func tree(t testing.TB, raw []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// object is a JSON object that tests edit.
type object = map[string]any

// edited reads the case with the given id after edit changed its line.
func edited(t testing.TB, id string, edit func(line object)) (*oracle.Case, error) {
	t.Helper()
	group := id[:strings.IndexByte(id, '/')]
	lines := realLines(t, "rows/"+group+".jsonl")
	header := tree(t, []byte(lines[0])).(object)
	header["cases"] = 1
	for _, line := range lines[1:] {
		if !strings.Contains(line, fmt.Sprintf(`"id":%q`, id)) {
			continue
		}
		c := tree(t, []byte(line)).(object)
		edit(c)
		file, err := oracle.Read(bytes.NewReader(join(t, header, c)), "edited.jsonl")
		if err != nil {
			return nil, err
		}
		return file.Cases[0], nil
	}
	t.Fatalf("no case %s", id)
	return nil, nil
}

// join writes values as lines.
func join(t testing.TB, values ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, v := range values {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(raw)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// at walks into a JSON value by keys and indexes.
func at(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			v = v.(object)[step]
		case int:
			v = v.([]any)[step]
		}
	}
	return v
}

// in is the edit point of a path.
func in(v any, path ...any) object { return at(v, path...).(object) }
