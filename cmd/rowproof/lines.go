package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// line is a line without its end, or why there are no more: io.EOF at the end.
type line struct {
	text string
	err  error
}

// lines reads lines of up to maxPrompt bytes, one ahead. Nobody may ever write more to
// r: whoever waits for a line can give it up.
func lines(r io.Reader) <-chan line {
	read := make(chan line)
	go func() {
		s := bufio.NewScanner(r)
		s.Buffer(nil, maxPrompt)
		for s.Scan() {
			read <- line{text: s.Text()}
		}
		err := s.Err()
		if err == nil {
			err = io.EOF
		}
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("a message is longer than %d bytes", maxPrompt)
		}
		read <- line{err: err}
	}()
	return read
}
