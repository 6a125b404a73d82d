package pipe

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestLinesOfAnyLength(t *testing.T) {
	long := strings.Repeat("x", 1000)
	r := bufio.NewReaderSize(strings.NewReader("\n"+long+"\nlast"), 16)
	for _, want := range []string{"", long} {
		if got, err := readLine(r); string(got) != want || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if got, err := readLine(r); string(got) != "last" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := readLine(r); len(got) != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestALineHasALimit(t *testing.T) {
	r := bufio.NewReader(io.MultiReader(strings.NewReader("begun "), endless{}))
	if got, err := readLine(r); !errors.Is(err, errLongLine) || !strings.HasPrefix(string(got), "begun xxx") {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
