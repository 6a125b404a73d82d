package main

import (
	"strings"
	"testing"
)

func TestCountShowsOnlyWhatFailed(t *testing.T) {
	events := `{"Action":"run","Package":"p","Test":"A"}
{"Action":"output","Package":"p","Test":"A","Output":"fine\n"}
{"Action":"pass","Package":"p","Test":"A"}
{"Action":"output","Package":"p","Test":"B","Output":"broken\n"}
{"Action":"fail","Package":"p","Test":"B"}
{"Action":"skip","Package":"p","Test":"C"}
{"Action":"fail","Package":"p"}
`
	var shown strings.Builder
	n, err := count(strings.NewReader(events), &shown)
	if err != nil || n != (tally{1, 1, 1}) {
		t.Errorf("%+v, %v", n, err)
	}
	if shown.String() != "broken\n" {
		t.Errorf("shown %q", shown.String())
	}
}
