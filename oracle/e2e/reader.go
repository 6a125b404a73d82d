package e2e

import (
	"errors"
	"fmt"
	"io"

	"rowproof/oracle"
)

// MaxValues bounds the logits of a file's golden rows.
const MaxValues = 1 << 22

// Read reads a receipt file line by line: a meta line, then exactly as many records
// as it declares. name is what errors call it. It returns all records or an error,
// never a part. Every error is an *oracle.FormatError; it wraps ErrInformative for a
// file that is not meant to be replayed.
func Read(r io.Reader, name string) (*File, error) {
	lines := oracle.NewLines(r)
	fail := func(id string, err error) (*File, error) {
		return nil, &oracle.FormatError{File: name, Line: lines.Number, Case: id, Err: err}
	}
	first, err := lines.Next()
	if errors.Is(err, io.EOF) {
		return fail("", fmt.Errorf("%w: empty file: %w", oracle.ErrTruncated, oracle.ErrFormat))
	}
	if err != nil {
		return fail("", err)
	}
	file := &File{Name: name}
	meta, err := decodeMeta(first)
	if err != nil {
		return fail("", err)
	}
	if meta.Records == "" {
		meta.Records = firstKind(lines)
	}
	if file.Meta, err = meta.meta(); err != nil {
		return fail("", err)
	}
	values, known := 0, siblings{}
	for {
		raw, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fail("", err)
		}
		n := len(file.Records)
		if n == file.Meta.Cases {
			return fail("", fmt.Errorf("%w: the meta line declares %d, more follow", oracle.ErrTruncated, n))
		}
		id := fmt.Sprintf("%s/%04d", file.Meta.Records, n)
		record, err := decodeRecord(raw, &file.Meta)
		if err != nil {
			if lines.Cut {
				err = fmt.Errorf("%w: the last line is cut off: %w", oracle.ErrTruncated, err)
			}
			return fail(id, err)
		}
		if values += record.values(); values > MaxValues {
			return fail(id, badf("the rows of the file hold more than %d values", MaxValues))
		}
		if err := known.add(record); err != nil {
			return fail(id, err)
		}
		record.ID, record.File, record.Line = id, name, lines.Number
		file.Records = append(file.Records, record)
	}
	if n := len(file.Records); n != file.Meta.Cases {
		return fail("", fmt.Errorf("%w: the meta line declares %d, the file ends after %d", oracle.ErrTruncated, file.Meta.Cases, n))
	}
	return file, nil
}

func (r *Record) values() int {
	if r.Rows == nil {
		return 0
	}
	n := len(r.Rows.Last)
	for _, d := range r.Rows.Drafts {
		n += len(d.Logits)
	}
	return n
}

func badf(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{oracle.ErrFormat}, args...)...)
}
