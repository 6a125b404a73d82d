package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEveryGateRunsAndIsWrittenDown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checks.json")
	broken := errors.New("broken")
	err := runAll(t.Context(), []gate{
		{"bad", "false", func(context.Context) (string, error) { return "", broken }},
		{"good", "true", func(context.Context) (string, error) { return "clean", nil }},
	}, file)
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var sheet checks
	if err := json.Unmarshal(text, &sheet); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]outcome{{"bad", "false", false, "failed"}, {"good", "true", true, "clean"}}, sheet.Checks); d != "" {
		t.Error(d)
	}
}

func TestAnInterruptedRunLeavesNoEvidence(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	file := filepath.Join(t.TempDir(), "checks.json")
	err := runAll(ctx, []gate{{"slow", "", func(context.Context) (string, error) { cancel(); return "", nil }}}, file)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("checks.json was written: %v", err)
	}
}
