package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestArchiveIsTheSameBytesAgain(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "rowproof")
	if err := os.WriteFile(file, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	var made [2][]byte
	for i := range made {
		archive := filepath.Join(dir, "a.tar.gz")
		if err := writeArchive(archive, "folder", []string{file}); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		made[i] = content
	}
	if !bytes.Equal(made[0], made[1]) {
		t.Error("two archives of the same file differ")
	}
	if err := writeArchive(filepath.Join(dir, "b.tar.gz"), "folder", []string{filepath.Join(dir, "missing")}); err == nil {
		t.Error("a missing file was packed")
	}
}
