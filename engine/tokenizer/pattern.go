package tokenizer

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
)

// patience is how long one match may take, some microseconds as a rule: matching
// is by backtracking, and a file brings its own pattern.
const patience = 5 * time.Second

// longestPattern bounds the depth of a pattern; the known ones have 100 to 400 bytes.
const longestPattern = 4096

// contractions is the one group without case that is let through: which letters
// are the same without case is where regular expression engines differ.
const contractions = `(?i:'s|'t|'re|'ve|'m|'ll|'d)`

// compile takes the part of the regular expression language that means the same
// to Oniguruma, which `tokenizers` uses, and to regexp2: literals, classes of
// literals, ranges, \s and Unicode categories, groups, lookahead, alternatives,
// greedy and lazy quantifiers. Other expressions are ErrUnsupported: they might
// split another way without an error.
func compile(expr string) (*regexp2.Regexp, error) {
	if len(expr) > longestPattern {
		return nil, unsupported("a pattern of %d bytes", len(expr))
	}
	if err := check(expr); err != nil {
		return nil, err
	}
	pattern, err := regexp2.Compile(expr)
	if err != nil {
		return nil, broken("pattern %q: %v", expr, err)
	}
	pattern.MatchTimeout = patience
	return pattern, nil
}

// find gives the byte offsets of all matches. It tries twice: the clock of
// regexp2 is a goroutine, and when the machine is too busy to run it, the step
// it makes afterwards ends whatever match is under way.
func find(pattern *regexp2.Regexp, text string) ([][]int, error) {
	matches, err := pattern.FindAllStringIndex(text, -1)
	if err != nil {
		matches, err = pattern.FindAllStringIndex(text, -1)
	}
	if err != nil {
		// The error of regexp2 holds the text, which is the user's.
		return nil, fmt.Errorf("%w: too much time or memory to match %q", ErrText, pattern)
	}
	return matches, nil
}

// check walks over an expression; what it lets pass may still be malformed.
func check(expr string) error {
	repeatable := false
	for rest := expr; rest != ""; {
		size, atom := 1, true
		switch {
		case strings.HasPrefix(rest, contractions):
			size = len(contractions)
		case rest[0] == '\\':
			size, _ = escape(rest)
		case rest[0] == '[':
			size = class(rest)
		case rest[0] == '(':
			size, atom = group(rest), false
		case rest[0] == '|':
			atom = false
		case strings.IndexByte("?*+{", rest[0]) >= 0:
			// A second quantifier is possessive to one engine and an error to the other.
			if !repeatable {
				return refuse(expr, rest)
			}
			size, atom = quantifier(rest), false
		case strings.IndexByte(".^$]}", rest[0]) >= 0:
			size = 0
		case rest[0] != ')':
			_, size = utf8.DecodeRuneInString(rest)
		}
		if size == 0 {
			return refuse(expr, rest)
		}
		rest, repeatable = rest[size:], atom
	}
	return nil
}

func refuse(expr, rest string) error {
	return unsupported("pattern %q at %q", expr, rest)
}

// group is the length of an opening, 0 for one of another kind.
func group(rest string) int {
	if !strings.HasPrefix(rest, "(?") {
		return 1
	}
	for _, open := range []string{"(?:", "(?=", "(?!"} {
		if strings.HasPrefix(rest, open) {
			return len(open)
		}
	}
	return 0
}

// quantifier is the length of one, with the mark that makes it lazy.
func quantifier(rest string) int {
	size := 1
	if rest[0] == '{' {
		size = strings.IndexByte(rest, '}') + 1
		if !bounds(rest[:size]) {
			return 0
		}
	}
	if strings.HasPrefix(rest[size:], "?") {
		size++
	}
	return size
}

// bounds says whether a text is {m}, {m,} or {m,n} with small numbers.
func bounds(text string) bool {
	low, high, _ := strings.Cut(strings.Trim(text, "{}"), ",")
	for _, digits := range []string{low, high} {
		if len(digits) > 3 || strings.Trim(digits, "0123456789") != "" {
			return false
		}
	}
	return low != ""
}

// class is the length of a class. A dash stands for a range only, and no class
// stands in another.
func class(rest string) int {
	size := 1
	if strings.HasPrefix(rest[size:], "^") {
		size++
	}
	for empty := true; size < len(rest); empty = false {
		if rest[size] == ']' {
			if empty {
				return 0
			}
			return size + 1
		}
		n, literal := member(rest[size:])
		if n == 0 {
			return 0
		}
		size += n
		if !strings.HasPrefix(rest[size:], "-") {
			continue
		}
		n, end := member(rest[size+1:])
		if n == 0 || !literal || !end {
			return 0
		}
		size += 1 + n
	}
	return 0
}

// member is the length of a character of a class, and whether it is one
// character. Two ampersands would be an intersection.
func member(rest string) (size int, literal bool) {
	switch {
	case rest == "" || strings.IndexByte("-[]", rest[0]) >= 0 || strings.HasPrefix(rest, "&&"):
		return 0, false
	case rest[0] == '\\':
		return escape(rest)
	}
	_, size = utf8.DecodeRuneInString(rest)
	return size, true
}

// escape is the length of an escape, and whether it is one character.
func escape(rest string) (size int, literal bool) {
	if len(rest) < 2 {
		return 0, false
	}
	switch c := rest[1]; {
	case c == 'r' || c == 'n' || c == 't':
		return 2, true
	case c == 's' || c == 'S':
		return 2, false
	case c == 'p' || c == 'P':
		return category(rest), false
	case c < utf8.RuneSelf && (unicode.IsPunct(rune(c)) || unicode.IsSymbol(rune(c))):
		return 2, true
	}
	return 0, false
}

// category is the length of \p{...} with a general category of assigned
// characters that are no controls.
func category(rest string) int {
	end := strings.IndexByte(rest, '}')
	if end < 0 || rest[2] != '{' {
		return 0
	}
	name := rest[3:end]
	if _, ok := unicode.Categories[name]; !ok || len(name) > 2 || name[0] == 'C' || name == "LC" {
		return 0
	}
	return end + 1
}
