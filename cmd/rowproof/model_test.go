package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/alecthomas/kong"

	"rowproof/harness/modelmake"
)

// TestModelMakeIsInterrupted: by its exit code, and nothing is left.
func TestModelMakeIsInterrupted(t *testing.T) {
	parent := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := modelMakeFlags(t, filepath.Join(parent, "model"))
	if code := exitCode(c.Run(ctx, nil)); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestModelMakeWithoutFlagsIsTheDefault model.
func TestModelMakeWithoutFlagsIsTheDefault(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "model")
	if err := modelMakeFlags(t, dir).Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	note, err := modelmake.ReadNote(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := modelmake.DefaultOptions()
	want.Poison = nil
	if got := *note.Options; got.Seed != want.Seed || got.Layers != want.Layers || got.DType != want.DType || got.Tied != want.Tied {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// modelMakeFlags reads a command line.
func modelMakeFlags(t *testing.T, args ...string) *modelMakeCmd {
	t.Helper()
	var c modelMakeCmd
	vars := kong.Vars{}
	modelVars(vars)
	parser, err := kong.New(&c, vars)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Fatal(err)
	}
	return &c
}
