package oracle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// SchemaInputs names a file of cases that nobody has answered yet: a header
// {"header":1,"schema","group","seed","cases"}, then one line per case with
// id, group, kind, rows_kind, entry and in, for every group alike. There is no
// out; the calls of an rng case, which a receipt tells with their results, stand
// in in.ops without them. Read refuses such a file: a case without an answer
// proves nothing.
const SchemaInputs = "rowproof-inputs/1"

type inputsHeader struct {
	Header int    `json:"header"`
	Schema string `json:"schema"`
	Group  string `json:"group"`
	Seed   uint64 `json:"seed"`
	Cases  int    `json:"cases"`
}

func decodeInputsHeader(raw []byte) (Header, error) {
	var t inputsHeader
	if err := decodeStrict(raw, &t); err != nil {
		return Header{}, err
	}
	if t.Header != 1 || t.Schema != SchemaInputs {
		return Header{}, badf("header %d, schema %q: not a file of inputs (%s)", t.Header, t.Schema, SchemaInputs)
	}
	h := Header{Schema: t.Schema, Group: t.Group, Seed: int(t.Seed), Cases: t.Cases}
	return h, h.check()
}

// inputText is a line of a file of inputs.
type inputText struct {
	ID       string   `json:"id"`
	Group    string   `json:"group"`
	Kind     string   `json:"kind"`
	RowsKind []string `json:"rows_kind,omitempty"`
	Entry    string   `json:"entry"`
	In       rawValue `json:"in"`
}

// MarshalInput writes the question of a case, whether it is answered or not, as a
// line of a file of inputs.
func MarshalInput(c *Case) ([]byte, error) {
	in := c.In
	if r, ok := in.(*RNGIn); ok {
		in = r.wire()
	}
	return json.Marshal(struct {
		ID       string   `json:"id"`
		Group    string   `json:"group"`
		Kind     string   `json:"kind"`
		RowsKind []string `json:"rows_kind,omitempty"`
		Entry    string   `json:"entry"`
		In       any      `json:"in"`
	}{c.ID, c.Group, c.Kind, c.RowsKind, c.Entry, in})
}

// UnmarshalInput reads what MarshalInput writes, as strictly as a receipt is read;
// Out is nil. Errors wrap ErrFormat or ErrDigest.
func UnmarshalInput(raw []byte) (*Case, error) {
	c, _, err := decodeInput(raw)
	return c, err
}

// CopyInput is a copy of the question of a case that shares nothing with it. An
// error says that the case is not one a file could hold.
func CopyInput(c *Case) (*Case, error) {
	raw, err := MarshalInput(c)
	if err != nil {
		return nil, err
	}
	return UnmarshalInput(raw)
}

func decodeInput(raw []byte) (*Case, string, error) {
	var t inputText
	if err := decodeStrict(raw, &t); err != nil {
		return nil, peekID(raw), err
	}
	c := &Case{ID: t.ID, Group: t.Group, Kind: t.Kind, Entry: t.Entry, RowsKind: t.RowsKind}
	if err := c.decodeIn(t.In); err != nil {
		return nil, t.ID, at("in", err)
	}
	return c, t.ID, c.checkInput()
}

func (c *Case) decodeIn(raw []byte) (err error) {
	if _, err := findCall(c.Group, c.Entry, c.Kind); err != nil {
		return err
	}
	if c.Group == GroupRNG {
		c.In, err = decodeWireRNG(raw)
	} else {
		c.In, err = DecodeInput(c.Group, c.Entry, c.Kind, raw)
	}
	return err
}

// checkInput holds the parts of a question against each other.
func (c *Case) checkInput() error {
	if c.ID == "" {
		return badf("empty id")
	}
	if err := checkRowsKind(c.RowsKind); err != nil {
		return err
	}
	switch in := c.In.(type) {
	case *BatchIn:
		if len(c.RowsKind) != len(in.Rows) {
			return badf("%d rows_kind for %d rows", len(c.RowsKind), len(in.Rows))
		}
	case *DS4In:
		if in.RowKind != c.Kind {
			return badf("kind %q, row_kind %q", c.Kind, in.RowKind)
		}
	}
	if c.Group != GroupBatched && c.RowsKind != nil {
		return badf("rows_kind belongs to group %s", GroupBatched)
	}
	return nil
}

// ReadInputs is Read for a file of inputs: a header, then exactly as many cases as
// it declares, all with Out nil. Every error is a *FormatError.
func ReadInputs(r io.Reader, name string) (*File, error) {
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
	if file.Header, err = decodeInputsHeader(first); err != nil {
		return fail("", err)
	}
	seen := map[string]bool{}
	for {
		raw, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fail("", err)
		}
		c, id, err := decodeInput(raw)
		switch {
		case err != nil:
		case c.Group != file.Header.Group:
			err = badf("group %q in a file of group %q", c.Group, file.Header.Group)
		case seen[id]:
			err = badf("id was used before")
		}
		if err != nil {
			return fail(id, err)
		}
		seen[id] = true
		c.File, c.Line = name, lines.Number
		file.Cases = append(file.Cases, c)
	}
	if n := len(file.Cases); n != file.Header.Cases {
		return fail("", fmt.Errorf("%w: header declares %d, file holds %d", ErrTruncated, file.Header.Cases, n))
	}
	return file, nil
}

// Write writes a file as its header's schema wants it: inputs without their
// answers, or receipts. The count in the header is that of the cases.
func Write(w io.Writer, f *File) error {
	line := func(v any, err error) error {
		if err != nil {
			return err
		}
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		_, err = w.Write(append(raw, '\n'))
		return err
	}
	h := f.Header
	h.Cases = len(f.Cases)
	inputs := h.Schema == SchemaInputs
	var first any = h
	if inputs {
		first = inputsHeader{1, h.Schema, h.Group, uint64(h.Seed), h.Cases}
	}
	if err := line(first, nil); err != nil {
		return err
	}
	for _, c := range f.Cases {
		var err error
		switch {
		case inputs:
			var raw json.RawMessage
			raw, err = MarshalInput(c)
			err = line(raw, err)
		case c.Out == nil:
			err = badf("no answer to write")
		default:
			err = line(c, nil)
		}
		if err != nil {
			return &FormatError{File: f.Name, Case: c.ID, Err: err}
		}
	}
	return nil
}
