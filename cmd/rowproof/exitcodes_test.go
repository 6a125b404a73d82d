package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestTheExitCodeComesFromTheError(t *testing.T) {
	plain := errors.New("something")
	for _, tc := range []struct {
		err  error
		want int
	}{
		{nil, exitOK},
		{plain, exitFailed},
		{coded(exitReceipt, plain), exitReceipt},
		{fmt.Errorf("more: %w", coded(exitNothing, plain)), exitNothing},
		{errors.Join(nil, coded(exitUsage, plain)), exitUsage},
		{context.Canceled, exitInterrupted},
		{coded(exitFailed, fmt.Errorf("stopped: %w", context.Canceled)), exitInterrupted},
	} {
		if got := exitCode(tc.err); got != tc.want {
			t.Errorf("%v: got %d, want %d", tc.err, got, tc.want)
		}
	}
	if coded(exitUsage, nil) != nil {
		t.Error("no error became one")
	}
}

func TestHelpAndDocumentListEveryExitCode(t *testing.T) {
	document, err := os.ReadFile("../../docs/exit-codes.md")
	if err != nil {
		t.Fatal(err)
	}
	codes := []int{exitOK, exitFailed, exitUsage, exitReceipt, exitNothing, exitNoEngine, exitNumerical, exitLocked, exitInterrupted}
	for _, code := range codes {
		if !strings.Contains(exitCodesHelp, fmt.Sprintf("\n  %-4d ", code)) {
			t.Errorf("--help does not list %d", code)
		}
		if !strings.Contains(string(document), fmt.Sprintf("\n| %d |", code)) {
			t.Errorf("docs/exit-codes.md does not list %d", code)
		}
	}
	if n := strings.Count(string(document), "\n| ") - 1; n != len(codes) { // less the head of the table
		t.Errorf("docs/exit-codes.md lists %d codes, not %d", n, len(codes))
	}
}
