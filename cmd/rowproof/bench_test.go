package main

import "testing"

func TestRoundsBelowOneAreRefused(t *testing.T) {
	for n, ok := range map[rounds]bool{1: true, mostRounds: true, 0: false, -1: false, mostRounds + 1: false} {
		if err := n.Validate(); (err == nil) != ok {
			t.Errorf("%d: %v", n, err)
		}
	}
}
