package oracle

import (
	"bufio"
	"errors"
	"io"
)

// MaxLine is the longest line a receipt file may hold, in bytes.
const MaxLine = 64 << 20

// Lines hands out the lines of a receipt file, without their newline, and counts
// them.
type Lines struct {
	Number int  // of the latest line; the first is 1
	Cut    bool // the latest line is the last and has no newline

	r *bufio.Reader
}

// NewLines reads from r.
func NewLines(r io.Reader) *Lines { return &Lines{r: bufio.NewReaderSize(r, 64<<10)} }

// Next is the next line, which the caller may keep. The error is io.EOF behind the
// last one, an ErrFormat for a line longer than MaxLine, or that of the reader.
func (l *Lines) Next() ([]byte, error) {
	var line []byte
	for {
		chunk, err := l.r.ReadSlice('\n')
		if len(line)+len(chunk) > MaxLine {
			l.Number++
			return nil, badf("line longer than %d bytes", MaxLine)
		}
		line = append(line, chunk...)
		switch {
		case err == nil:
			l.Number++
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			l.Number++
			l.Cut = true
			return line, nil
		default:
			return nil, err
		}
	}
}
