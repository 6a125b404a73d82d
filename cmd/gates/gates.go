package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// gates lists all checks in order: the quick ones first.
func gates() []gate {
	release := func(goos, goarch string) gate {
		return gate{
			"release " + goos + "/" + goarch,
			"go build -trimpath ./cmd/rowproof",
			func(ctx context.Context) (string, error) { return buildRelease(ctx, goos, goarch) },
		}
	}
	tests := func(name string, flags []string, experiment string) gate {
		return gate{name, strings.Join(append([]string{"go test"}, append(flags, "./...")...), " "), func(ctx context.Context) (string, error) {
			return test(ctx, []string{"GOEXPERIMENT=" + experiment}, flags...)
		}}
	}
	return []gate{
		{"format", "gofumpt -l .", format},
		{"vet", "go vet ./...", vet},
		{"lint", "golangci-lint run ./...", lint},
		{"cross build", "GOOS=darwin GOARCH=arm64 go build ./... and go vet ./...", crossBuild},
		release("linux", "amd64"),
		release("darwin", "arm64"),
		{"sums", "sha256sum of the archives", writeSums},
		tests("tests", nil, "simd"),
		tests("tests, race", []string{"-race"}, "simd"),
		tests("tests, portable loops", nil, ""),
	}
}

// command is a child whose environment is ours with a few settings changed.
func command(ctx context.Context, env []string, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Env = append(os.Environ(), env...)
	c.Stderr = os.Stderr
	return c
}

// goRun runs the go command, shows its output and fails with it.
func goRun(ctx context.Context, env []string, args ...string) error {
	c := command(ctx, env, "go", args...)
	c.Stdout = os.Stdout
	return c.Run()
}

// tool runs a pinned tool. Tools are built without our experiment, so that
// switching it does not compile them twice; what they look at has it.
func tool(ctx context.Context, experiment, name string, args ...string) (string, error) {
	path, err := buildTool(ctx, name)
	if err != nil {
		return "", err
	}
	out, err := command(ctx, []string{"GOEXPERIMENT=" + experiment}, path, args...).Output()
	return string(out), err
}

func buildTool(ctx context.Context, name string) (string, error) {
	out, err := command(ctx, []string{"GOEXPERIMENT="}, "go", "tool", "-modfile=tools/go.mod", "-n", name).Output()
	if err != nil {
		return "", fmt.Errorf("building %s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}

var errUnclean = errors.New("not gofumpt-clean")

func format(ctx context.Context) (string, error) {
	out, err := tool(ctx, "", "gofumpt", "-l", ".")
	if err != nil {
		return "", err
	}
	if out != "" {
		return "", fmt.Errorf("%w: %s", errUnclean, strings.ReplaceAll(strings.TrimSpace(out), "\n", ", "))
	}
	return "clean", nil
}

func vet(ctx context.Context) (string, error) {
	for _, experiment := range []string{"simd", ""} {
		if err := goRun(ctx, []string{"GOEXPERIMENT=" + experiment}, "vet", "./..."); err != nil {
			return "", err
		}
	}
	return "clean with and without vectors", nil
}

func lint(ctx context.Context) (string, error) {
	// Test builds have files of their own.
	if out, err := tool(ctx, "simd", "golangci-lint", "run", "--build-tags", "faultinject", "./engine/..."); err != nil {
		return out, err
	}
	out, err := tool(ctx, "simd", "golangci-lint", "run", "./...")
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return "0 issues", nil
}

func crossBuild(ctx context.Context) (string, error) {
	env := []string{"GOEXPERIMENT=", "GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0"}
	for _, verb := range []string{"build", "vet"} {
		if err := goRun(ctx, env, verb, "./..."); err != nil {
			return "", err
		}
	}
	return "clean", nil
}

// releaseDir is where archives and their sums are left.
var releaseDir = filepath.Join("build", "release")
