package oracle

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// File is a whole receipt file.
type File struct {
	Name   string
	Header Header
	Cases  []*Case
}

// ReadFile reads a receipt file of fsys; its errors name it as name. See Read.
func ReadFile(fsys fs.FS, name string) (*File, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, &FormatError{File: name, Err: err}
	}
	defer f.Close()
	return Read(f, name)
}

// Read reads a receipt file line by line: a header, then exactly as many cases
// as it declares. name is what errors call it. It returns all cases or an error,
// never a part. Every error is a *FormatError.
func Read(r io.Reader, name string) (*File, error) {
	lines := NewLines(r)
	fail := func(id string, err error) (*File, error) {
		return nil, &FormatError{File: name, Line: lines.Number, Case: id, Err: err}
	}
	first, err := lines.Next()
	if errors.Is(err, io.EOF) {
		return fail("", fmt.Errorf("%w: empty file: %w", ErrTruncated, ErrFormat))
	}
	if err != nil {
		return fail("", err)
	}
	file := &File{Name: name}
	if file.Header, err = ReadHeader(first); err != nil {
		return fail("", err)
	}
	seen := map[string]int{}
	values := 0
	for {
		raw, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fail("", err)
		}
		if len(file.Cases) == file.Header.Cases {
			return fail("", fmt.Errorf("%w: header declares %d, more follow", ErrTruncated, file.Header.Cases))
		}
		c, id, err := decodeCase(raw, file.Header.Group)
		if err != nil {
			if lines.Cut && peekID(raw) == "" {
				err = fmt.Errorf("%w: the last line is cut off: %w", ErrTruncated, err)
			}
			return fail(id, err)
		}
		if line, ok := seen[id]; ok {
			return fail(id, badf("id was used in line %d", line))
		}
		if values += c.values(); values > MaxValues {
			return fail(id, badf("the rows of the file hold more than %d values", MaxValues))
		}
		seen[id] = lines.Number
		c.File, c.Line = name, lines.Number
		file.Cases = append(file.Cases, c)
	}
	if n := len(file.Cases); n != file.Header.Cases {
		return fail("", fmt.Errorf("%w: header declares %d, file ends after %d", ErrTruncated, file.Header.Cases, n))
	}
	return file, nil
}
