package main

import "testing"

func TestJobsBelowZeroAreRefused(t *testing.T) {
	for n, ok := range map[jobs]bool{0: true, 1: true, mostJobs: true, -1: false, mostJobs + 1: false} {
		if err := n.Validate(); (err == nil) != ok {
			t.Errorf("%d: %v", n, err)
		}
	}
}
