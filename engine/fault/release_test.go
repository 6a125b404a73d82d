//go:build !faultinject

package fault_test

import (
	"bytes"
	"errors"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rowproof/engine/fault"
	"rowproof/harness/scripted"
)

func TestARelease(t *testing.T) {
	for _, text := range []string{"prefill:1:nan", "verify:2/1:mask", "x", " "} {
		if _, err := fault.Parse(text); !errors.Is(err, fault.ErrReleased) {
			t.Errorf("%q: %v", text, err)
		}
	}
	m := scripted.New(story)
	if got, _ := fault.Wrap(m, fault.Plan{}); got != m {
		t.Error("a release wraps the model")
	}
}

// TestNothingOfItIsInARelease: neither a symbol of the injecting code nor its names,
// files and messages, in the command and in a program that uses the whole package. The
// same searches find all of it in that program built with the tag.
func TestNothingOfItIsInARelease(t *testing.T) {
	texts := slices.Concat(injecting(t), []string{fault.ErrPlan.Error(), fault.ErrUnreached.Error()})
	inject := compile(t, "./testdata/probe", "-tags", "faultinject")
	if found := symbols(t, inject); !slices.Contains(found, "(*trunk).Forward") || !slices.Contains(found, "(*injector).pass") {
		t.Errorf("with the tag the symbols are %q: this test would find nothing", found)
	}
	if len(texts) < 20 {
		t.Errorf("only %d texts to search for: %q", len(texts), texts)
	}
	if found := present(t, inject, texts); len(found) != len(texts) {
		t.Errorf("with the tag %d of %d texts are there: this test would not find all of\n%q", len(found), len(texts), texts)
	}
	for _, program := range []string{"./testdata/probe", "rowproof/cmd/rowproof"} {
		release := compile(t, program)
		if found := symbols(t, release); len(found) > 0 {
			t.Errorf("%s: symbols %q", program, found)
		}
		if found := present(t, release, texts); len(found) > 0 {
			t.Errorf("%s: texts %q", program, found)
		}
	}
}

// TestTheProbe runs: what was compared above is the package at work.
func TestTheProbe(t *testing.T) {
	for _, tc := range []struct {
		plan, want string
		flags      []string
	}{
		{"prefill:1:nan", fault.ErrReleased.Error(), nil},
		{"prefill:1:nan", "non-finite logits", []string{"-tags", "faultinject"}},
		{"verify:1:nan", fault.ErrUnreached.Error(), []string{"-tags", "faultinject"}},
	} {
		out, err := exec.Command(compile(t, "./testdata/probe", tc.flags...), tc.plan).Output()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || !strings.Contains(string(out), tc.want) {
			t.Errorf("%s: %q, %v, want %q", tc.plan, out, err, tc.want)
		}
	}
}

func compile(t *testing.T, program string, flags ...string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "program.exe")
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", binary}, flags...)
	if out, err := exec.Command("go", append(args, program)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

var ofPackage = regexp.MustCompile(`rowproof/engine/fault\.((?:\(\*)?(\w*)[\w.)]*)`)

// released is all that a release has of the package.
var released = []string{"Plan", "Parse", "Wrap", "sentinel"}

// symbols are those of the package in a binary that a release does not have.
func symbols(t *testing.T, binary string) []string {
	t.Helper()
	out, err := exec.Command("go", "tool", "nm", binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), " main.main\n") {
		t.Fatalf("%s has no symbols to look at", binary)
	}
	var found []string
	for _, m := range ofPackage.FindAllStringSubmatch(string(out), -1) {
		if !slices.Contains(released, m[2]) {
			found = append(found, m[1])
		}
	}
	return found
}

// present are the texts that are somewhere in a binary.
func present(t *testing.T, binary string, texts []string) []string {
	t.Helper()
	content, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return !bytes.Contains(content, []byte(text)) })
}

// injecting are the texts that the files with the tag leave in a binary: names of
// files, full names of methods, long strings. Short strings and plain functions may be
// everywhere or nowhere.
func injecting(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") || !needsTag(t, file) {
			continue
		}
		texts = append(texts, "engine/fault/"+name)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				texts = append(texts, textsOf(t, f)...)
			}
		}
	}
	return texts
}

func needsTag(t *testing.T, file *ast.File) bool {
	t.Helper()
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !constraint.IsGoBuild(c.Text) {
				continue
			}
			expr, err := constraint.Parse(c.Text)
			if err != nil {
				t.Fatal(err)
			}
			return !expr.Eval(func(string) bool { return false })
		}
	}
	return false
}

func textsOf(t *testing.T, f *ast.FuncDecl) []string {
	t.Helper()
	var texts []string
	if f.Recv != nil {
		if star, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok {
			texts = append(texts, "rowproof/engine/fault.(*"+star.X.(*ast.Ident).Name+")."+f.Name.Name)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || len(lit.Value) <= 20 {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
		return true
	})
	return texts
}
