package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// buildRelease compiles the binary and packs it with what a user must know. On
// darwin/arm64 the kernel refuses to run unsigned code, so Go's linker signs ad
// hoc; that signature is checked here, because nothing on Linux would miss it.
func buildRelease(ctx context.Context, goos, goarch string) (string, error) {
	binary := filepath.Join("build", goos+"-"+goarch, "rowproof")
	env := []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0", "GOEXPERIMENT="}
	if goarch == "amd64" {
		env[3] = "GOEXPERIMENT=simd"
	}
	if err := goRun(ctx, env, "build", "-trimpath", "-buildvcs=false", "-o", binary, "./cmd/rowproof"); err != nil {
		return "", err
	}
	result := "built"
	if goos == "darwin" {
		if err := checkAdHocSignature(binary); err != nil {
			return "", err
		}
		result = "built, ad-hoc signature valid over all pages"
	}
	if err := os.MkdirAll(releaseDir, 0o755); err != nil {
		return "", err
	}
	name := fmt.Sprintf("rowproof-%s-%s", goos, goarch)
	return result, writeArchive(filepath.Join(releaseDir, name+".tar.gz"), name, []string{binary, "README.md", "NOTICE", "docs/exceptions.md", "docs/exit-codes.md"})
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// writeArchive packs files flat under one folder. Times, owners and order are
// fixed: the same tree gives the same bytes.
func writeArchive(file, folder string, files []string) error {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	t := tar.NewWriter(z)
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		mode := int64(0o644)
		if filepath.Base(name) == "rowproof" {
			mode = 0o755
		}
		if err := t.WriteHeader(&tar.Header{Name: folder + "/" + filepath.Base(name), Mode: mode, Size: int64(len(content)), ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}); err != nil {
			return err
		}
		if _, err := t.Write(content); err != nil {
			return err
		}
	}
	if err := errors.Join(t.Close(), z.Close()); err != nil {
		return err
	}
	return os.WriteFile(file, packed.Bytes(), 0o644)
}

// writeSums leaves SHA256SUMS beside the archives, in the form of sha256sum.
func writeSums(context.Context) (string, error) {
	archives, err := filepath.Glob(filepath.Join(releaseDir, "*.tar.gz"))
	if err != nil || len(archives) == 0 {
		return "", errors.Join(err, os.ErrNotExist)
	}
	slices.Sort(archives)
	var sums strings.Builder
	for _, name := range archives {
		content, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), filepath.Base(name))
	}
	return plural(len(archives), "archive"), os.WriteFile(filepath.Join(releaseDir, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
