package steps

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"rowproof/oracle"
	"rowproof/receipts"
)

// fileSteps damage a copy of a receipt file and read it. Lines are counted from
// 1, the header.
var fileSteps = []step{
	bound(`a copy of the receipt file "([^"]+)"`, (*world).givenFile),
	bound(`a receipt file with no bytes in it`, (*world).givenEmptyFile),
	bound(`line (\d+) is missing`, (*world).givenLineMissing),
	bound(`line (\d+) is there twice`, (*world).givenLineTwice),
	bound(`the last line ends in the middle`, (*world).givenCut),
	bound(`line (\d+) is`, (*world).givenLine),
	bound(`in line (\d+) (\S+) is replaced by (.+)`, (*world).givenReplaced),
	bound(`in line (\d+) (\S+) is removed`, (*world).givenRemoved),
	bound(`it is read`, (*world).whenRead),
	bound(`it holds (\d+) cases`, (*world).thenHolds),
	bound(`it is refused with "([^"]+)"`, (*world).thenFileRefused),
	bound(`the error names the file and line (\d+)`, (*world).thenNamesLine),
	bound(`the error names the case "([^"]+)"`, (*world).thenNamesCase),
	bound(`the error says "(.+)"`, (*world).thenSays),
	bound(`no case of it is handed out`, (*world).thenNothingRead),
}

func (w *world) givenFile(name string) error {
	raw, err := fs.ReadFile(receipts.FS, name)
	w.name, w.lines = name, strings.SplitAfter(strings.TrimSuffix(string(raw), "\n"), "\n")
	return err
}

func (w *world) givenEmptyFile() error {
	w.name, w.lines = "empty.jsonl", nil
	return nil
}

var errNoLine = errors.New("the file has no such line")

func (w *world) change(line int, to func(string) (string, error)) error {
	if line < 1 || line > len(w.lines) {
		return errNoLine
	}
	text, err := to(strings.TrimSuffix(w.lines[line-1], "\n"))
	w.lines[line-1] = text
	return err
}

func (w *world) givenLineMissing(line int) error {
	return w.change(line, func(string) (string, error) { return "", nil })
}

func (w *world) givenLineTwice(line int) error {
	return w.change(line, func(s string) (string, error) { return s + "\n" + s + "\n", nil })
}

func (w *world) givenCut() error {
	return w.change(len(w.lines), func(s string) (string, error) { return s[:len(s)/2], nil })
}

func (w *world) givenLine(line int, text string) error {
	return w.change(line, func(string) (string, error) { return text + "\n", nil })
}

func (w *world) givenReplaced(line int, old, now string) error {
	return w.change(line, func(s string) (string, error) {
		if !strings.Contains(s, old) {
			return s, fmt.Errorf("line %d does not hold %s", line, old)
		}
		return strings.Replace(s, old, now, 1) + "\n", nil
	})
}

func (w *world) givenRemoved(line int, old string) error { return w.givenReplaced(line, old, "") }

func (w *world) whenRead() error {
	f, err := oracle.Read(strings.NewReader(strings.Join(w.lines, "")), w.name)
	w.refused = err
	if f != nil {
		w.files = []*oracle.File{f}
	}
	return nil
}

func (w *world) thenHolds(n int) error {
	if w.refused != nil {
		return w.refused
	}
	return same(len(w.cases()), n)
}

// damage are the words for what can be wrong with a file.
var damage = map[string]error{
	"not a receipt":                 oracle.ErrFormat,
	"wrong number of cases":         oracle.ErrTruncated,
	"row does not match its sha256": oracle.ErrDigest,
}

func (w *world) thenFileRefused(what string) error {
	kind, known := damage[what]
	if !known || !errors.Is(w.refused, kind) {
		return seenError(w.refused)
	}
	return nil
}

func (w *world) format() (*oracle.FormatError, error) {
	var f *oracle.FormatError
	if !errors.As(w.refused, &f) {
		return nil, seenError(w.refused)
	}
	return f, nil
}

func (w *world) thenNamesLine(line int) error {
	f, err := w.format()
	if err != nil {
		return err
	}
	if f.Line != line || !strings.HasPrefix(f.Error(), fmt.Sprintf("%s:%d: ", w.name, line)) {
		return f
	}
	return nil
}

func (w *world) thenNamesCase(id string) error {
	f, err := w.format()
	if err == nil && (f.Case != id || !strings.Contains(f.Error(), "case "+id)) {
		err = f
	}
	return err
}

func (w *world) thenSays(text string) error {
	f, err := w.format()
	if err == nil && !strings.Contains(f.Error(), text) {
		err = f
	}
	return err
}

func (w *world) thenNothingRead() error { return same(len(w.files), 0) }
