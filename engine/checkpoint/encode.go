package checkpoint

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// encode writes a valid snapshot as a file of that generation. It needs no more
// memory than the header and a chunk.
func encode(ctx context.Context, w io.Writer, s *Snapshot, generation uint64) error {
	h := headerOf(s, generation)
	e := &encoder{ctx: ctx, w: w, buf: make([]byte, 0, min(chunk, h.size-h.length-sumSize))}
	e.write(encodeHeader(h))
	e.values(s.Row)
	for _, t := range s.Tensors {
		e.values(t.Values)
	}
	e.flush()
	e.write(binary.LittleEndian.AppendUint32(nil, e.sum))
	return e.err
}

func encodeHeader(h *header) []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, h.length)
	b = append(b, magic...)
	b = le.AppendUint32(b, version)
	b = append(b, h.model[:]...)
	b = le.AppendUint64(b, h.generation)
	b = le.AppendUint64(b, uint64(h.size))
	b = le.AppendUint32(b, uint32(h.length))
	b = le.AppendUint32(b, uint32(len(h.family)))
	b = le.AppendUint32(b, uint32(len(h.tokens)))
	b = le.AppendUint32(b, uint32(h.row))
	b = le.AppendUint32(b, uint32(len(h.tensors)))
	b = append(b, h.family...)
	for _, token := range h.tokens {
		b = le.AppendUint32(b, uint32(token))
	}
	for _, t := range h.tensors {
		b = le.AppendUint32(b, uint32(len(t.Name)))
		b = append(b, t.Name...)
		b = le.AppendUint32(b, uint32(len(t.Shape)))
		for _, d := range t.Shape {
			b = le.AppendUint64(b, uint64(d))
		}
	}
	b = le.AppendUint32(b, crc32.Checksum(b, castagnoli))
	return b[:h.length] // zeros since made
}

// encoder keeps its first error and does nothing after it.
type encoder struct {
	ctx context.Context
	w   io.Writer
	buf []byte
	sum uint32
	err error
}

func (e *encoder) values(values []float32) {
	for len(values) > 0 && e.err == nil {
		n := min(len(values), (cap(e.buf)-len(e.buf))/4)
		start := len(e.buf)
		e.buf = e.buf[:start+4*n]
		putFloats(e.buf[start:], values[:n])
		values = values[n:]
		if cap(e.buf)-len(e.buf) < 4 {
			e.flush()
		}
	}
}

func (e *encoder) flush() {
	if len(e.buf) > 0 {
		e.write(e.buf)
		e.buf = e.buf[:0]
	}
}

func (e *encoder) write(p []byte) {
	if e.err == nil {
		e.err = e.ctx.Err()
	}
	if e.err != nil {
		return
	}
	e.sum = crc32.Update(e.sum, castagnoli, p)
	_, e.err = e.w.Write(p)
}
