package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

const (
	prefixSize  = 8           // bytes of the header's length
	maxHeader   = 100_000_000 // bytes; the limit of the reference implementation
	maxRank     = 64          // dimensions; NumPy's limit
	metadataKey = "__metadata__"
)

// entry is a tensor and where its bytes lie, from the end of the header.
type entry struct {
	Tensor
	begin, end int
}

// parser reads the header of one file. Its methods follow the grammar, so that
// nothing nests deeper than a header does.
type parser struct {
	file     string
	tensor   string // being read
	tokens   *json.Decoder
	entries  []entry
	metadata map[string]string
}

// parse reads a whole file and returns its tensors by name, their Data within
// file, and its metadata. It allocates in proportion to the header, whatever the
// numbers in it say. Errors are *FormatError.
func parse(name string, file []byte) ([]Tensor, map[string]string, error) {
	p := &parser{file: name, metadata: map[string]string{}}
	header, data, err := split(file)
	if err != nil {
		return nil, nil, p.fail(err)
	}
	p.tokens = json.NewDecoder(bytes.NewReader(header))
	p.tokens.UseNumber()
	if err := p.header(); err != nil {
		return nil, nil, p.fail(err)
	}
	if rest := bytes.TrimLeft(header[p.tokens.InputOffset():], " \t\r\n"); len(rest) != 0 {
		return nil, nil, p.fail(fmt.Errorf("%d bytes after the JSON object: %w", len(rest), ErrHeader))
	}
	if err := p.place(data); err != nil {
		return nil, nil, p.fail(err)
	}
	tensors := make([]Tensor, len(p.entries))
	for i, e := range p.entries {
		tensors[i] = e.Tensor
	}
	slices.SortFunc(tensors, func(a, b Tensor) int { return cmp.Compare(a.Name, b.Name) })
	return tensors, p.metadata, nil
}

func (p *parser) fail(err error) error {
	return &FormatError{File: p.file, Tensor: p.tensor, Err: err}
}

// split finds the header and the data.
func split(file []byte) (header, data []byte, err error) {
	if len(file) < prefixSize {
		return nil, nil, fmt.Errorf("%d bytes, the length of the header takes %d: %w", len(file), prefixSize, ErrHeader)
	}
	length, rest := binary.LittleEndian.Uint64(file), file[prefixSize:]
	switch {
	case length > maxHeader:
		return nil, nil, fmt.Errorf("header of %d bytes, the limit is %d: %w", length, maxHeader, ErrHeader)
	case length > uint64(len(rest)):
		return nil, nil, fmt.Errorf("header of %d bytes, the file has %d after its length: %w", length, len(rest), ErrHeader)
	}
	header, data = rest[:length], rest[length:]
	switch {
	case !bytes.HasPrefix(header, []byte("{")):
		return nil, nil, fmt.Errorf("header does not begin with {: %w", ErrHeader)
	case !utf8.Valid(header):
		return nil, nil, fmt.Errorf("header is not UTF-8: %w", ErrHeader)
	case halfPair(header):
		return nil, nil, fmt.Errorf("header escapes half a surrogate pair: %w", ErrHeader)
	}
	return header, data, nil
}

// header reads the outermost object.
func (p *parser) header() error {
	value := once(p.value)
	return p.object(func(key string) error {
		if key != metadataKey {
			p.tensor = key
		}
		err := value(key)
		if err == nil {
			p.tensor = ""
		}
		return err
	})
}

// value reads what the outermost object has under key.
func (p *parser) value(key string) error {
	switch key {
	case metadataKey:
		return p.object(once(p.metadatum))
	case "":
		return fmt.Errorf("tensor without a name: %w", ErrHeader)
	}
	return p.entry()
}

// metadatum reads the value of one metadata key.
func (p *parser) metadatum(key string) error {
	value, err := p.text()
	p.metadata[key] = value
	return err
}

// entry reads what the header says about the tensor.
func (p *parser) entry() error {
	e := entry{Tensor: Tensor{Name: p.tensor, File: p.file}}
	var offsets []int
	fields := 0
	err := p.object(once(func(key string) (err error) {
		fields++
		switch key {
		case "dtype":
			e.DType, err = p.text()
		case "shape":
			e.Shape, err = p.integers(maxRank)
		case "data_offsets":
			offsets, err = p.integers(2)
		default:
			err = fmt.Errorf("unknown field %.40q: %w", key, ErrHeader)
		}
		return err
	}))
	switch {
	case err != nil:
		return err
	case fields != 3:
		return fmt.Errorf("needs dtype, shape and data_offsets: %w", ErrHeader)
	case len(offsets) != 2:
		return fmt.Errorf("data_offsets are not a begin and an end: %w", ErrHeader)
	}
	e.begin, e.end = offsets[0], offsets[1]
	p.entries = append(p.entries, e)
	return nil
}

// place gives each tensor its bytes of data.
func (p *parser) place(data []byte) error {
	slices.SortFunc(p.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end), cmp.Compare(a.Name, b.Name))
	})
	covered := 0
	for i := range p.entries {
		e := &p.entries[i]
		p.tensor = e.Name
		size, err := byteSize(e.DType, e.Shape)
		switch {
		case err != nil:
			return err
		case e.end < e.begin:
			return fmt.Errorf("offsets end at %d before they begin at %d: %w", e.end, e.begin, ErrOffsets)
		case e.end > len(data):
			return fmt.Errorf("offsets end at %d, the file has %d bytes of data: %w", e.end, len(data), ErrOffsets)
		case e.end-e.begin != size:
			return fmt.Errorf("%s %v has %d bytes, its offsets span %d: %w", e.DType, e.Shape, size, e.end-e.begin, ErrShape)
		case e.begin != covered:
			return fmt.Errorf("offsets begin at %d, the data before end at %d: %w", e.begin, covered, ErrOffsets)
		}
		e.Data = data[e.begin:e.end:e.end]
		covered = e.end
	}
	p.tensor = ""
	if covered != len(data) {
		return fmt.Errorf("tensors end at %d, the file has %d bytes of data: %w", covered, len(data), ErrOffsets)
	}
	return nil
}
