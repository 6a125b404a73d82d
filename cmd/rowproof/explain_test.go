package main

import (
	"os/exec"
	"testing"

	"pgregory.net/rapid"

	"rowproof/oracle"
)

func TestTheReplayCommandIsOneShellLine(t *testing.T) {
	c := &oracle.Case{ID: "rng/s1/0000", File: "it's here/a b.jsonl"}
	want := `rowproof replay 'it'\''s here/a b.jsonl' --filter '^rng/s1/0000$'`
	if got := replayCommand(c, ownEngine); got != want {
		t.Errorf("got %s", got)
	}
}

func TestAShellReadsAQuotedWordAsItWas(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z '"$\\*?!;|&(){}\[\]<>~#\x60\n-]{1,12}`).Draw(t, "word")
		got, err := exec.Command(sh, "-c", "printf %s -"+quote(word)).Output()
		if err != nil || string(got) != "-"+word {
			t.Fatalf("%q came back as %q, %v", word, got, err)
		}
	})
}
