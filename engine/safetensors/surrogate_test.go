package safetensors

import "testing"

func TestHalfPair(t *testing.T) {
	for text, want := range map[string]bool{
		``:                         false,
		`plain`:                    false,
		`\u0041\n\"\ufffd\ue000`:   false,
		`\ud83d\ude00\uD834\uDD1E`: false,
		`\\ud800`:                  false, // a backslash and five letters
		`\\\ud800`:                 true,
		`\ud800`:                   true,
		`\uDFFF`:                   true,
		`\ude00\ud83d`:             true,
		`\ud83d \ude00`:            true,
		`\ud83d\\ude00`:            true,
		`\ud83d\ud83d\ude00`:       true,
		`\ud83d\u`:                 true,
		`\ud83d\uzzzz`:             true,
		`\`:                        false, // no JSON either, which is for its reader to say
		`\u12`:                     false,
		`\uzzzz`:                   false,
	} {
		if got := halfPair([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
