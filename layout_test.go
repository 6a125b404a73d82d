// Package rowproof holds no code of its own: this test keeps the imports between
// the rooms of the house pointing one way (docs/architecture.md draws them).
package rowproof

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports maps each package of the module to the packages of the module that
// its product code imports.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "tools") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Dir(name)
		found[pkg] = append(found[pkg], []string{}...) // known, even if it imports nothing
		for _, spec := range file.Imports {
			target, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if own, ok := strings.CutPrefix(target, "rowproof/"); ok && !slices.Contains(found[pkg], own) {
				found[pkg] = append(found[pkg], own)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// reach is everything that a package imports, directly or not.
func reach(graph map[string][]string, pkg string) map[string]bool {
	seen := map[string]bool{}
	var visit func(string)
	visit = func(p string) {
		for _, next := range graph[p] {
			if !seen[next] {
				seen[next] = true
				visit(next)
			}
		}
	}
	visit(pkg)
	return seen
}

func within(pkg, room string) bool { return pkg == room || strings.HasPrefix(pkg, room+"/") }

// TestImportsPointOneWay: what a room must not reach, and why it matters.
func TestImportsPointOneWay(t *testing.T) {
	graph := imports(t)
	for _, room := range []string{"engine", "oracle", "harness", "steps", "receipts", "features", "cmd"} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(graph)), func(p string) bool { return within(p, room) }) {
			t.Errorf("no package in %s: the rules below check nothing", room)
		}
	}
	rules := []struct {
		room   string
		banned []string
		why    string
	}{
		{"engine", []string{"oracle", "harness", "steps", "receipts", "features", "cmd"}, "an engine that knows the test could pass it by heart"},
		{"engine/numeric", []string{"engine/logits", "engine/sample", "engine/rng", "engine/family", "engine/diagnostic"}, "primitives know nothing of what they are for"},
		{"engine/logits", []string{"engine/sample", "engine/rng", "engine/family", "engine/diagnostic"}, "the door judges; it draws nothing"},
		{"engine/rng", []string{"engine/logits", "engine/sample", "engine/family", "engine/diagnostic"}, "a stream knows nothing of tokens"},
		{"engine/sample", []string{"engine/family", "engine/diagnostic", "engine/rng/mlx"}, "no way around the check"},
		{"engine/family", []string{"engine/diagnostic", "engine/rng/mlx", "engine/owner", "engine/session"}, "a family has a law; it owns nothing"},
		{"engine/checkpoint", []string{"engine/model", "engine/qwen", "engine/generate", "engine/session", "engine/owner"}, "a store knows bytes, not models"},
		{"internal", []string{"engine", "oracle", "harness", "steps", "receipts", "features", "cmd"}, "what everybody may use knows nobody"},
		{"engine/fault", []string{"engine/generate", "engine/qwen", "engine/sample"}, "a fault is put between a model and whoever runs it"},
		{"engine/safetensors", []string{"engine/tokenizer", "engine/device", "engine/model", "engine/logits", "engine/generate"}, "a file format knows nothing of models"},
		{"engine/tokenizer", []string{"engine/safetensors", "engine/device", "engine/model", "engine/logits", "engine/generate"}, "texts know nothing of rows"},
		{"engine/chat", []string{"engine/model", "engine/logits", "engine/generate", "engine/checkpoint"}, "a conversation is tokens, whoever answers"},
		{"engine/device", []string{"engine/model", "engine/logits", "engine/sample", "engine/qwen", "engine/generate"}, "a device computes; it judges and chooses nothing"},
		{"engine/model", []string{"engine/device", "engine/qwen", "engine/generate", "engine/sample"}, "the seam knows neither side"},
		{"engine/qwen", []string{"engine/sample", "engine/generate", "engine/tokenizer", "engine/rng"}, "a model gives rows, never tokens"},
		{"engine/generate", []string{"engine/device", "engine/qwen", "engine/safetensors", "engine/tokenizer", "engine/diagnostic"}, "the loop runs on any model"},
		{"shim", []string{"oracle", "harness", "steps", "receipts", "features", "cmd"}, "a server is a user of the engine"},
		{"harness/pipe", []string{"engine"}, "the pipe is for any engine"},
		{"harness/e2erecord", []string{"engine"}, "the oracle records; our engine has no part in it"},
		{"harness/report", []string{"engine"}, "a report is about any engine"},
		{"oracle", []string{"engine", "harness", "steps", "features", "cmd"}, "the door under test must not be its own judge"},
		{"harness", []string{"steps", "features", "cmd"}, "features call the harness, not the other way round"},
		{"steps", []string{"cmd"}, "commands are thin and last"},
		{"receipts", []string{"engine", "oracle", "harness", "steps", "features", "cmd"}, "receipts are data"},
		{"features", []string{"engine", "oracle", "harness", "steps", "receipts", "cmd"}, "features are data"},
	}
	for pkg := range graph {
		for _, rule := range rules {
			if !within(pkg, rule.room) {
				continue
			}
			for target := range reach(graph, pkg) {
				for _, banned := range rule.banned {
					if within(target, banned) {
						t.Errorf("%s reaches %s: %s", pkg, target, rule.why)
					}
				}
			}
		}
	}
}

// TestOnlyDiagnosticsReachTheUncheckedSamplers: engine/diagnostic returns tokens
// without a check; nothing that serves a user may import it or its stream.
func TestOnlyDiagnosticsReachTheUncheckedSamplers(t *testing.T) {
	graph := imports(t)
	allowed := []string{"engine/diagnostic", "harness/inprocess", "steps"}
	importers := 0
	for pkg, direct := range graph {
		for _, target := range direct {
			if target != "engine/diagnostic" && target != "engine/rng/mlx" {
				continue
			}
			importers++
			if !slices.Contains(allowed, pkg) {
				t.Errorf("%s imports %s, which is for diagnosis only", pkg, target)
			}
		}
	}
	if importers == 0 {
		t.Error("nobody imports the diagnostics: this test checks nothing")
	}
}

// TestOneDoor: logits.Check is the only source of verdicts, so no package may
// import the row's internals by another name. The compiler guards the fields;
// this guards against a second constructor.
func TestOneDoor(t *testing.T) {
	source, err := os.ReadFile("engine/logits/check.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), "Checked{row:"); n != 1 {
		t.Errorf("check.go makes a Checked in %d places, want 1", n)
	}
	files, err := fs.Glob(os.DirFS("engine/logits"), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if name == "check.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile("engine/logits/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(source), "Checked{row") || strings.Contains(string(source), ".row = ") {
			t.Errorf("%s makes a Checked beside the door", name)
		}
	}
}
