package pipe

import (
	"bufio"
	"errors"
	"io"

	"rowproof/oracle"
)

// maxLine bounds a line of either side, as in receipts.
const maxLine = oracle.MaxLine

var errLongLine = errors.New("line too long")

// readLine reads one line without its newline. At the end of input the error is io.EOF
// between lines and io.ErrUnexpectedEOF inside one; with any error but io.EOF, the
// beginning of the line comes with it.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		chunk, err := r.ReadSlice('\n')
		line = append(line, chunk...)
		switch {
		case len(line) > maxLine:
			return line, errLongLine
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, io.ErrUnexpectedEOF
		default:
			return line, err
		}
	}
}
