package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestSignatureOfACrossBuiltBinary builds a tiny program for darwin/arm64, finds
// its signature valid, and finds it broken once a byte of code is changed.
func TestSignatureOfACrossBuiltBinary(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() { println(1) }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "tiny")
	env := []string{"GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0", "GOEXPERIMENT=", "GOFLAGS="}
	if err := goRun(t.Context(), env, "build", "-o", binary, source); err != nil {
		t.Fatal(err)
	}
	if err := checkAdHocSignature(binary); err != nil {
		t.Error(err)
	}
	image, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	image[len(image)/3] ^= 1
	if err := verifySignature(image); err == nil {
		t.Error("a changed page passed")
	}
	if err := verifySignature(image[:100]); err == nil {
		t.Error("a file cut short passed")
	}
	if err := checkAdHocSignature(source); !errors.Is(err, errSignature) {
		t.Errorf("a text file: %v", err)
	}
}
