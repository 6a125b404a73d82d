package harness_test

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/oracle"
)

func TestTheChosenCasesKeepTheOrderOfTheFiles(t *testing.T) {
	files := append(fileOf(t, firstRNG, drawn), fileOf(t, refused, greedy)...)
	o := harness.Options{Groups: []string{oracle.GroupOrdinary, oracle.GroupRNG}, Filter: regexp.MustCompile("00")}
	if diff := cmp.Diff([]string{firstRNG, drawn, greedy}, ids(replay(t, &scripted{t: t}, files, o))); diff != "" {
		t.Error(diff)
	}
}
