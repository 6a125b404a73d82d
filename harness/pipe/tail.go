package pipe

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// tail keeps the end of what an engine writes to stderr since it last answered.
type tail struct {
	size int

	mu   sync.Mutex
	kept []byte
	lost bool // something came before kept
}

// Write never fails: an engine that floods stderr must not block on it.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	written := len(p)
	if len(p) > t.size {
		p, t.lost = p[len(p)-t.size:], true
	}
	if over := len(t.kept) + len(p) - t.size; over > 0 {
		t.kept, t.lost = append(t.kept[:0], t.kept[over:]...), true
	}
	t.kept = append(t.kept, p...)
	return written, nil
}

// forget begins anew: what comes now belongs to the next case.
func (t *tail) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept, t.lost = t.kept[:0], false
}

// String is the text to put behind an error: "" or a newline and what was written.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimRight(strings.ToValidUTF8(string(t.kept), string(utf8.RuneError)), "\n")
	switch {
	case text == "":
		return ""
	case t.lost:
		return "\nstderr (its end):\n..." + text
	default:
		return "\nstderr:\n" + text
	}
}
