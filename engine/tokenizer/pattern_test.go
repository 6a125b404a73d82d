package tokenizer

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestPatterns(t *testing.T) {
	for _, expr := range []string{
		gpt2,
		contractions + `|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
		`[一-龥぀-ゟ゠-ヿ]+`, `\p{N}{1,3}`, `(?:ab|c){2,}?`, `(a)(?=b)`, `[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_{|}~]`, `[A-Za-z]+`, "日", `\.\*`, `#`,
	} {
		if _, err := compile(expr); err != nil {
			t.Errorf("%q: %v", expr, err)
		}
	}
}

// TestPatternsThatMayMeanSomethingElse: to Oniguruma, to regexp2, or to both.
func TestPatternsThatMayMeanSomethingElse(t *testing.T) {
	for _, expr := range []string{
		`a++`, `a?+`, `a**`, `a{2}+`, `a{,3}`, `a{1000000}`, `a{x}`, `a{`, `*a`, `a|+`, `(?:*a)`, `(?=*a)`,
		`^a`, `a$`, `.`, `\w`, `\d`, `\b`, `\h`, `\x41`, `\u0041`, `\1`, `\A`, `\z`, `\`, `a]`, `a}`,
		`(?i)a`, `(?i:ss)`, `(?<n>a)`, `(?<=a)b`, `(?>a)`, `(?#x)`, `(?m:a)`,
		`[]`, `[]a]`, `[^]a]`, `[a`, `[a[b]]`, `[[:alpha:]]`, `[a&&b]`, `[a-\s]`, `[\s-a]`, `[a-]`, `[-a]`, `[a-z-[b]]`, `[\w]`, `[\d]`, `[\b]`,
		`\p{Han}`, `\p{^L}`, `\p{Letter}`, `\pL`, `\p`, `\p{L`, `\p{C}`, `\p{Cn}`, `\p{LC}`,
		strings.Repeat("a", longestPattern+1), strings.Repeat("(", longestPattern+1),
	} {
		if _, err := compile(expr); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%.60q: %v", expr, err)
		}
	}
	for _, expr := range []string{`(a`, `a)`, `[z-a]`, `a{3,2}`} {
		if _, err := compile(expr); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v", expr, err)
		}
	}
}

func TestFindGivesUp(t *testing.T) {
	pattern, err := compile(`(?:a+b?)+[!?]`)
	if err != nil {
		t.Fatal(err)
	}
	if pattern.MatchTimeout != patience {
		t.Errorf("waits %v", pattern.MatchTimeout)
	}
	pattern.MatchTimeout = 50 * time.Millisecond
	if got, err := find(pattern, "aab! aab?"); err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
	text := strings.Repeat("a", 100)
	quickly(t, func() {
		if _, err := find(pattern, text); !errors.Is(err, ErrText) || strings.Contains(err.Error(), text) {
			t.Errorf("got %v", err)
		}
	})
}
