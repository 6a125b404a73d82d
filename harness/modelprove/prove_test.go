package modelprove

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/safetensors"
	"rowproof/harness/e2erecord"
	"rowproof/harness/modelmake"
)

// prove proves a folder, which must work, and leave nothing behind.
func prove(t *testing.T, f *fake, dir string) *Proof {
	t.Helper()
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	f.t = t
	p, err := Prove(t.Context(), f, dir)
	if err != nil {
		t.Fatal(err)
	}
	left(t, temp)
	return p
}

func left(t *testing.T, dir string) {
	t.Helper()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// notProven are the lines that are not proven, by name, with how much of them is.
func notProven(p *Proof) map[string][2]int {
	lines := map[string][2]int{}
	for _, l := range p.Lines {
		if l.Proven < l.Total {
			lines[l.Name] = [2]int{l.Proven, l.Total}
		}
	}
	return lines
}

func failures(p *Proof) (all []string) {
	for _, l := range p.Lines {
		all = append(all, l.Failures...)
	}
	return all
}

// TestATrueOracleProvesEverything: of every folder, as many things as it has.
func TestATrueOracleProvesEverything(t *testing.T) {
	unnoted := t.TempDir()
	if err := os.CopyFS(unnoted, os.DirFS(shared+"tiny-f32")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(unnoted, "build_note.json")); err != nil {
		t.Fatal(err)
	}
	defaults, err := MakeDefaults(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const prompts, kinds = 60, 12 * 4
	for _, c := range []struct {
		name, dir, dtype string
		want             int
	}{
		{"float32", defaults[0], "F32", prompts + kinds},
		{"bfloat16", defaults[1], "BF16", 2*prompts + kinds},
		{"float16", made(t, func(o *modelmake.Options) { o.DType = "float16" }), "F16", 2 * prompts},
		{"tied sidecar", made(t, func(o *modelmake.Options) { o.DType, o.Tied, o.Sidecar = "bfloat16", true, true }), "BF16", 2*prompts + 2*4},
		{"shared", shared + "tiny-bf16", "BF16", 2*prompts + 8*4},
		{"without a note", unnoted, "F32", prompts},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := prove(t, &fake{}, c.dir)
			if proven, total := p.Counts(); proven != c.want || total != c.want {
				t.Errorf("proved %d of %d, want %d: %q", proven, total, c.want, failures(p))
			}
			if p.Model != filepath.Base(c.dir) || p.DType != c.dtype {
				t.Errorf("it is %s, %s", p.Model, p.DType)
			}
			for _, l := range p.Lines {
				if l.Best != l.Rows || l.Difference != 0 {
					t.Errorf("%+v", l)
				}
			}
		})
	}
}

// TestALieIsCaught: each in its line, and nowhere else.
func TestALieIsCaught(t *testing.T) {
	poisoned := func(kind modelmake.Kind, poison []modelmake.Trigger) bool {
		return slices.ContainsFunc(poison, func(t modelmake.Trigger) bool { return t.Kind == kind })
	}
	ends := func(tokens []int, poison []modelmake.Trigger) bool { return tokens[len(tokens)-1] == poison[0].Token }
	for _, c := range []struct {
		name string
		lie  func(tokens []int, poison []modelmake.Trigger, r *rows)
		want map[string][2]int
		says string
	}{
		{"a logit of the trunk", func(tokens []int, _ []modelmake.Trigger, r *rows) {
			if len(tokens) == 34 {
				r.last[5] += 2e-4
			}
		}, map[string][2]int{"13 to 55 tokens": {15, 16}}, "prompt of 34 tokens from [200 360 8]: the last row is 0.0002 from the oracle's, stated 0.0001"},
		{"a logit of a draft row", func(tokens []int, poison []modelmake.Trigger, r *rows) {
			if len(tokens) == 2 && len(poison) == 0 {
				r.drafts[2].row[383] -= 1
			}
		}, map[string][2]int{"2 to 8 tokens": {15, 16}}, "draft row 3 is 1 from"},
		{"a NaN", func(tokens []int, _ []modelmake.Trigger, r *rows) {
			if len(tokens) == 200 {
				r.last[0] = float32(math.NaN())
			}
		}, map[string][2]int{"89 to 200 tokens": {11, 12}}, "the last row is NaN from"},
		{"a trigger that breaks nothing", func(tokens []int, poison []modelmake.Trigger, r *rows) {
			if poisoned(modelmake.Mask, poison) && ends(tokens, poison) {
				clear(r.last)
			}
		}, map[string][2]int{"mask": {2, 4}}, "the trigger's row is finite, stated 379 -Inf"},
		{"another logit is broken", func(_ []int, poison []modelmake.Trigger, r *rows) {
			if poisoned(modelmake.DraftPosInf, poison) && len(r.drafts) == 1 {
				r.drafts[0].row[77], r.drafts[0].row[78] = 0, float32(math.Inf(1))
			}
		}, map[string][2]int{"dposinf": {3, 4}}, "logit 77 of the trigger's row is +Inf, the oracle's is 0"},
		{"an infinity of the other sign", func(tokens []int, poison []modelmake.Trigger, r *rows) {
			if poisoned(modelmake.PosInf, poison) && ends(tokens, poison) {
				r.last[77] = float32(math.Inf(-1))
			}
		}, map[string][2]int{"posinf": {2, 4}}, "the trigger's row is 1 -Inf, stated 1 +Inf"},
		{"another row of the prompt is broken", func(tokens []int, poison []modelmake.Trigger, r *rows) {
			if poisoned(modelmake.NaN, poison) && ends(tokens, poison) {
				r.census[0].NaN = 1
			}
		}, map[string][2]int{"nan": {3, 4}}, "another row is 1 NaN"},
		{"a d-kind reaches the trunk", func(tokens []int, poison []modelmake.Trigger, r *rows) {
			if poisoned(modelmake.DraftNaN, poison) && ends(tokens, poison) {
				r.last[9] = float32(math.NaN())
			}
		}, map[string][2]int{"dnan": {3, 4}}, "another row is 1 NaN"},
		{"the trigger is not drafted behind", func(_ []int, poison []modelmake.Trigger, r *rows) {
			if poisoned(modelmake.DraftMask, poison) && len(r.drafts) == 1 {
				r.drafts[0].input--
			}
		}, map[string][2]int{"dmask": {3, 4}}, "not the trigger"},
		{"the last bit of a healthy prompt", func(_ []int, poison []modelmake.Trigger, r *rows) {
			if poisoned(modelmake.AllNeg, poison) && len(r.drafts) == drafts {
				v := &r.drafts[1].row[300]
				*v = math.Float32frombits(math.Float32bits(*v) ^ 1)
			}
		}, map[string][2]int{"allneg": {3, 4}}, "the oracle, healthy prompt of 13 tokens"},
		{"a healthy prompt is drafted behind otherwise", func(_ []int, poison []modelmake.Trigger, r *rows) {
			if poisoned(modelmake.AllNeg, poison) && len(r.drafts) == drafts {
				r.drafts[2].input--
			}
		}, map[string][2]int{"allneg": {3, 4}}, "drafts behind tokens"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := prove(t, &fake{lie: c.lie}, shared+"tiny-f32")
			if diff := cmp.Diff(c.want, notProven(p)); diff != "" {
				t.Error(diff)
			}
			said := failures(p)
			if len(said) == 0 || !strings.Contains(strings.Join(said, "\n"), c.says) {
				t.Errorf("says %q, want %q", said, c.says)
			}
		})
	}
}

// TestFloat32TellsWhatRoundingHides: a difference far below the bound of bfloat16.
func TestFloat32TellsWhatRoundingHides(t *testing.T) {
	p := prove(t, &fake{lie: func(tokens []int, _ []modelmake.Trigger, r *rows) {
		if len(tokens) == 21 {
			r.last[100] += 1e-3
		}
	}}, shared+"tiny-bf16")
	if diff := cmp.Diff(map[string][2]int{"13 to 55 tokens, oracle in float32": {15, 16}}, notProven(p)); diff != "" {
		t.Error(diff)
	}
}

// TestBestTokensAreCounted, and not judged.
func TestBestTokensAreCounted(t *testing.T) {
	p := prove(t, &fake{lie: func(tokens []int, _ []modelmake.Trigger, r *rows) {
		if len(tokens) == 5 {
			r.best[0], r.best[4] = r.best[0]^1, r.best[4]^1
		}
	}}, made(t, func(o *modelmake.Options) { o.DType = "float16" }))
	for _, l := range p.Lines {
		want := l.Rows
		if strings.HasPrefix(l.Name, "2 to 8") {
			want -= 2
		}
		if l.Best != want || l.Proven != l.Total {
			t.Errorf("%+v", l)
		}
	}
}

func TestAnEndLeavesNothing(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for _, want := range []error{e2erecord.ErrRefused, e2erecord.ErrOracle} {
		if _, err := Prove(t.Context(), &fake{t: t, err: want}, shared+"tiny-f32"); !errors.Is(err, want) || errors.Is(err, ErrModel) {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	f := &fake{t: t, lie: func(_ []int, poison []modelmake.Trigger, _ *rows) {
		if len(poison) > 0 { // with copies on the disk
			cancel()
		}
	}}
	if _, err := Prove(ctx, f, shared+"tiny-bf16"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	left(t, temp)
}

func TestRefusedFolders(t *testing.T) {
	poisoned := filepath.Join(t.TempDir(), "poisoned")
	if err := modelmake.Poison(shared+"tiny-f32", poisoned, []modelmake.Trigger{{Kind: modelmake.NaN, Token: 300}}); err != nil {
		t.Fatal(err)
	}
	with := func(name string, write func(*os.File) error) string {
		dir := t.TempDir()
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(write(f), f.Close()); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	tensor := func(name, dtype string, size int) func(*os.File) error {
		return func(f *os.File) error {
			return safetensors.Write(f, []safetensors.Tensor{{Name: name, DType: dtype, Shape: []int{1}, Data: make([]byte, size)}}, nil)
		}
	}
	for _, c := range []struct{ name, dir, says string }{
		{"absent", filepath.Join(t.TempDir(), "nowhere"), "embed_tokens"},
		{"poisoned", poisoned, "it is poisoned: [nan:300]"},
		{"a note that is none", with("build_note.json", func(*os.File) error { return nil }), "build_note.json"},
		{"no embedding", with("model.safetensors", tensor("other", "F32", 4)), "no embed_tokens.weight"},
		{"weights that are none", with("model.safetensors", func(*os.File) error { return nil }), "model.safetensors"},
		{"integers", with("model.safetensors", tensor("model.embed_tokens.weight", "I64", 8)), "nothing is stated of dtype I64"},
		{"no configuration", with("model.safetensors", tensor("model.embed_tokens.weight", "F32", 4)), "config.json"},
	} {
		f := &fake{t: t}
		if _, err := Prove(t.Context(), f, c.dir); !errors.Is(err, ErrModel) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
		if f.asked > 0 {
			t.Errorf("%s: the oracle was asked", c.name)
		}
	}
}
