package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	broken := errors.New("broken")
	for _, tc := range []struct {
		in   io.Reader
		want []string
		err  error
	}{
		{strings.NewReader(""), nil, io.EOF},
		{strings.NewReader("a\r\n\nb"), []string{"a", "", "b"}, io.EOF},
		{io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(broken)), []string{"a"}, broken},
	} {
		read := lines(tc.in)
		for _, want := range tc.want {
			if got := <-read; got.text != want || got.err != nil {
				t.Errorf("%+v, want %q", got, want)
			}
		}
		if got := <-read; !errors.Is(got.err, tc.err) {
			t.Errorf("at the end: %+v", got)
		}
	}
}
