package safetensors

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// halfPair looks for \u escapes that are no character, which encoding/json would
// replace by U+FFFD: two names could become one.
func halfPair(header []byte) bool {
	for {
		i := bytes.IndexByte(header, '\\')
		if i < 0 {
			return false
		}
		header = header[i:]
		first := escape(header)
		switch {
		case !utf16.IsSurrogate(first):
			header = header[min(2, len(header)):] // also of an escaped backslash
		case utf16.DecodeRune(first, escape(header[6:])) == utf8.RuneError:
			return true
		default:
			header = header[12:]
		}
	}
}

// escape is the \uXXXX that text begins with, or -1.
func escape(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
