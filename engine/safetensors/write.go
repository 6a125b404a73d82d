package safetensors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"
)

// Write writes tensors in the order given, and metadata by key, if there is any.
// The same arguments give the same bytes. Each tensor's File is ignored.
//
// The data begin at a multiple of 8 bytes, and the format leaves no room between
// tensors: all of them are aligned if larger dtypes come before smaller ones.
//
// Tensors that make no valid file are a *FormatError, and nothing is written.
func Write(w io.Writer, tensors []Tensor, metadata map[string]string) error {
	header, err := encode(tensors, metadata)
	if err != nil {
		return err
	}
	if _, err := w.Write(header); err != nil {
		return err
	}
	for _, t := range tensors {
		if _, err := w.Write(t.Data); err != nil {
			return err
		}
	}
	return nil
}

// encode makes all that comes before the data.
func encode(tensors []Tensor, metadata map[string]string) ([]byte, error) {
	var b bytes.Buffer
	b.Write(make([]byte, prefixSize))
	b.WriteByte('{')
	if len(metadata) > 0 {
		for _, key := range slices.Sorted(maps.Keys(metadata)) {
			if !utf8.ValidString(key) || !utf8.ValidString(metadata[key]) {
				return nil, &FormatError{Err: fmt.Errorf("metadata %.40q is not UTF-8: %w", key, ErrHeader)}
			}
		}
		if err := field(&b, metadataKey, metadata); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{}
	end := int64(0)
	for _, t := range tensors {
		if err := check(t); err != nil {
			return nil, &FormatError{Tensor: t.Name, Err: err}
		}
		if seen[t.Name] {
			return nil, &FormatError{Tensor: t.Name, Err: ErrDuplicate}
		}
		seen[t.Name] = true
		begin := end
		end += int64(len(t.Data))
		err := field(&b, t.Name, struct {
			DType   string   `json:"dtype"`
			Shape   []int    `json:"shape"`
			Offsets [2]int64 `json:"data_offsets"`
		}{t.DType, append([]int{}, t.Shape...), [2]int64{begin, end}})
		if err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	for b.Len()%8 != 0 {
		b.WriteByte(' ')
	}
	header := b.Bytes()
	length := len(header) - prefixSize
	if length > maxHeader {
		return nil, &FormatError{Err: fmt.Errorf("header of %d bytes, the limit is %d: %w", length, maxHeader, ErrHeader)}
	}
	binary.LittleEndian.PutUint64(header, uint64(length))
	return header, nil
}

// check says whether a tensor can be in a file.
func check(t Tensor) error {
	switch {
	case t.Name == "" || t.Name == metadataKey || !utf8.ValidString(t.Name):
		return fmt.Errorf("%.40q is no name for a tensor: %w", t.Name, ErrHeader)
	case len(t.Shape) > maxRank:
		return fmt.Errorf("%d dimensions, the limit is %d: %w", len(t.Shape), maxRank, ErrHeader)
	}
	size, err := byteSize(t.DType, t.Shape)
	if err == nil && size != len(t.Data) {
		err = fmt.Errorf("%s %v has %d bytes, not %d: %w", t.DType, t.Shape, size, len(t.Data), ErrShape)
	}
	return err
}

// field appends a key and its value to the object that b ends in.
func field(b *bytes.Buffer, key string, value any) error {
	if b.Len() > prefixSize+1 {
		b.WriteByte(',')
	}
	name, err := json.Marshal(key)
	if err != nil {
		return err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	b.Write(name)
	b.WriteByte(':')
	b.Write(text)
	return nil
}
