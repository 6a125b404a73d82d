package report_test

import "testing"

func TestFailedCountsScenarios(t *testing.T) {
	list := features()
	if list[0].Failed() != 1 || list[1].Failed() != 0 {
		t.Errorf("got %d and %d", list[0].Failed(), list[1].Failed())
	}
}
