package checkpoint

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
)

// decode reads a file of that size. Errors of the file itself are errFormat; any
// other comes from r or ctx. It allocates in proportion to size, whatever the file
// says.
func decode(ctx context.Context, r io.Reader, size int64) (*Snapshot, *header, error) {
	h, raw, err := decodeHeader(r, size)
	if err != nil {
		return nil, nil, err
	}
	d := &decoder{ctx: ctx, r: r, buf: make([]byte, min(chunk, h.size-h.length)), sum: crc32.Checksum(raw, castagnoli)}
	s := &Snapshot{Model: h.model, Family: h.family, Tokens: h.tokens, Row: d.values(h.row), Tensors: h.tensors}
	for i := range s.Tensors {
		count, err := elements(s.Tensors[i].Shape)
		if err != nil {
			return nil, nil, err
		}
		s.Tensors[i].Values = d.values(count)
	}
	want := d.sum
	d.read(d.buf[:sumSize])
	if d.err != nil {
		return nil, nil, d.err
	}
	if got := binary.LittleEndian.Uint32(d.buf); got != want {
		return nil, nil, formatf("checksum is %08x, want %08x", got, want)
	}
	return s, h, nil
}

// decodeHeader reads the header and its bytes and holds it against the file's size.
func decodeHeader(r io.Reader, size int64) (*header, []byte, error) {
	if size < int64(fixedSize) {
		return nil, nil, formatf("%d bytes are too few for a header", size)
	}
	var fixed [fixedSize]byte
	if err := readFull(r, fixed[:]); err != nil {
		return nil, nil, err
	}
	f := fields{rest: fixed[:]}
	if string(f.bytes(len(magic))) != magic {
		return nil, nil, formatf("not a checkpoint")
	}
	if v := f.uint32(); v != version {
		return nil, nil, formatf("format version %d, want %d", v, version)
	}
	h := &header{}
	copy(h.model[:], f.bytes(len(h.model)))
	h.generation = f.uint64()
	if n := f.uint64(); n != uint64(size) {
		return nil, nil, formatf("%d bytes, the header says %d", size, n)
	}
	h.size = size
	h.length = int64(f.uint32())
	if h.length < int64(fixedSize) || h.length > size {
		return nil, nil, formatf("header of %d bytes in a file of %d", h.length, size)
	}
	family, tokens, row, tensors := f.uint32(), f.uint32(), f.uint32(), f.uint32()

	raw := make([]byte, h.length)
	copy(raw, fixed[:])
	if err := readFull(r, raw[fixedSize:]); err != nil {
		return nil, nil, err
	}
	f = fields{rest: raw[fixedSize:]}
	h.family = string(f.bytes(int(family)))
	if err := text(h.family, maxFamily); err != nil {
		return nil, nil, formatf("family %v", err)
	}
	var err error
	if h.tokens, err = f.tokens(int64(tokens)); err != nil {
		return nil, nil, err
	}
	if row > maxCount {
		return nil, nil, formatf("row of %d values", row)
	}
	h.row = int(row)
	if h.tensors, err = f.tensors(int64(tensors)); err != nil {
		return nil, nil, err
	}
	return h, raw, f.end(h, raw)
}

// readFull takes an early end as damage, other errors as they are.
func readFull(r io.Reader, p []byte) error {
	_, err := io.ReadFull(r, p)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return formatf("file ends early")
	}
	return err
}

// fields takes a header apart. What goes beyond its end is zero, and short is set.
type fields struct {
	rest  []byte
	short bool
}

func (f *fields) bytes(n int) []byte {
	if n < 0 || n > len(f.rest) {
		f.short, f.rest = true, nil
		return nil
	}
	b := f.rest[:n]
	f.rest = f.rest[n:]
	return b
}

func (f *fields) uint32() uint32 {
	if b := f.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (f *fields) uint64() uint64 {
	if b := f.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (f *fields) tokens(n int64) ([]int, error) {
	if n == 0 || n > int64(len(f.rest)/4) {
		return nil, formatf("%d tokens in a header that has %d bytes left", n, len(f.rest))
	}
	tokens := make([]int, n)
	for i := range tokens {
		token := f.uint32()
		if token > math.MaxInt32 {
			return nil, formatf("token %d is %d", i, token)
		}
		tokens[i] = int(token)
	}
	return tokens, nil
}

func (f *fields) tensors(n int64) ([]Tensor, error) {
	const least = 4 + 1 + 4 // bytes of the shortest
	if n > int64(len(f.rest)/least) {
		return nil, formatf("%d tensors in a header that has %d bytes left", n, len(f.rest))
	}
	if n == 0 {
		return nil, nil
	}
	tensors := make([]Tensor, n)
	seen := make(map[string]bool)
	for i := range tensors {
		t := &tensors[i]
		t.Name = string(f.bytes(int(f.uint32())))
		if err := text(t.Name, maxName); err != nil {
			return nil, formatf("tensor %d: name %v", i, err)
		}
		if seen[t.Name] {
			return nil, formatf("tensor %.40q given twice", t.Name)
		}
		seen[t.Name] = true
		rank := f.uint32()
		if rank > maxRank || int(rank) > len(f.rest)/8 {
			return nil, formatf("tensor %.40q: %d dimensions", t.Name, rank)
		}
		if rank > 0 {
			t.Shape = make([]int, rank)
		}
		for k := range t.Shape {
			d := f.uint64()
			if d > math.MaxInt64 {
				return nil, formatf("tensor %.40q: dimension %d", t.Name, d)
			}
			t.Shape[k] = int(d)
		}
		if _, err := elements(t.Shape); err != nil {
			return nil, formatf("tensor %.40q: %v", t.Name, err)
		}
	}
	return tensors, nil
}

// end checks the sum, the padding, and that the values fill the rest of the file.
func (f *fields) end(h *header, raw []byte) error {
	at := len(raw) - len(f.rest)
	got := f.uint32()
	if f.short {
		return formatf("header ends early")
	}
	if want := crc32.Checksum(raw[:at], castagnoli); got != want {
		return formatf("checksum of the header is %08x, want %08x", got, want)
	}
	for _, b := range f.rest {
		if b != 0 {
			return formatf("padding is not zero")
		}
	}
	want := *h
	want.measure()
	if want.length != h.length || want.size != h.size {
		return formatf("%d bytes with a header of %d, want %d with %d", h.size, h.length, want.size, want.length)
	}
	return nil
}

// decoder keeps its first error and does nothing after it.
type decoder struct {
	ctx context.Context
	r   io.Reader
	buf []byte
	sum uint32
	err error
}

// values reads n of them. The header has been held against the file's size.
func (d *decoder) values(n int) []float32 {
	if n == 0 || d.err != nil {
		return nil
	}
	values := make([]float32, n)
	for rest := values; len(rest) > 0 && d.err == nil; {
		count := min(len(rest), len(d.buf)/4)
		p := d.buf[:4*count]
		d.read(p)
		d.sum = crc32.Update(d.sum, castagnoli, p)
		getFloats(rest[:count], p)
		rest = rest[count:]
	}
	return values
}

func (d *decoder) read(p []byte) {
	if d.err == nil {
		d.err = d.ctx.Err()
	}
	if d.err == nil {
		d.err = readFull(d.r, p)
	}
}
