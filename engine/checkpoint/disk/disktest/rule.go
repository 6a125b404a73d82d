package disktest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// The verbs of a rule: those of disk.FS, disk.File and disk.Reader, and any of them.
var verbs = []string{"any", "mkdir", "create", "write", "sync", "close", "open", "read", "rename", "remove", "touch", "list", "syncdir", "lock"}

var causes = map[string]error{
	"no space left":      syscall.ENOSPC,
	"input/output error": syscall.EIO,
	"permission denied":  syscall.EACCES,
}

// Rule says which call fails and how: "rename 2: no space left" is the second rename,
// "write 3: short 5 bytes" writes only 5 bytes, then no space is left. A + after the
// number is that call and all later ones. "late" does what was asked and then says
// that it failed: "syncdir 1: late input/output error". "any 7: crash" stops the
// machine before the seventh call of any verb: it and all later ones fail.
type Rule struct {
	verb  string
	n     int
	on    bool // and later ones
	err   error
	late  bool
	short int // bytes written before err; -1 if not short
	crash bool
}

// ParseRule reads what Rule's String gives.
func ParseRule(text string) (Rule, error) {
	bad := func() (Rule, error) { return Rule{}, fmt.Errorf("%q is no rule", text) }
	head, effect, ok := strings.Cut(text, ": ")
	verb, number, ok2 := strings.Cut(head, " ")
	if !ok || !ok2 || !slices.Contains(verbs, verb) {
		return bad()
	}
	r := Rule{verb: verb, short: -1}
	number, r.on = strings.CutSuffix(number, "+")
	var err error
	if r.n, err = strconv.Atoi(number); err != nil || r.n < 1 {
		return bad()
	}
	if effect == "crash" {
		r.crash, r.err = true, ErrCrashed
		return r, nil
	}
	if _, err := fmt.Sscanf(effect, "short %d bytes", &r.short); err == nil && r.short >= 0 {
		r.err = syscall.ENOSPC
		return r, nil
	}
	r.short = -1
	effect, r.late = strings.CutPrefix(effect, "late ")
	if r.err = causes[effect]; r.err == nil {
		return bad()
	}
	return r, nil
}

func (r Rule) String() string {
	number := strconv.Itoa(r.n)
	if r.on {
		number += "+"
	}
	effect := ""
	switch {
	case r.crash:
		effect = "crash"
	case r.short >= 0:
		effect = fmt.Sprintf("short %d bytes", r.short)
	default:
		for text, err := range causes {
			if err == r.err { //nolint:errorlint // never wrapped
				effect = text
			}
		}
		if r.late {
			effect = "late " + effect
		}
	}
	return fmt.Sprintf("%s %s: %s", r.verb, number, effect)
}
