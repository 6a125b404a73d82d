package e2erecord

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCheckFindsAllTheSame(t *testing.T) {
	files := recorded(t)
	p := learn(t, files)
	for subset, want := range map[Subset]int{"": 1627, CI: 142 + 383 + 1} {
		told := 0
		c, err := Check(context.Background(), p, files, Options{Models: models, Subset: subset, Jobs: 4, Progress: func(done, total int) {
			told++
			if done != told || total != want {
				t.Errorf("%d of %d, want %d of %d", done, total, told, want)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		for _, f := range c.Files {
			left += f.Left
			for _, change := range f.Changed {
				t.Errorf("%s: %+v", f.Name, change)
			}
		}
		if same, _ := c.Counts(); same != want || !c.OK() || left != 1627-want || told != want {
			t.Errorf("%q: %d same, %d left, told %d times", subset, same, left, told)
		}
	}
}

// TestCheckTellsWhatChanged changes one field of one answer at a time.
func TestCheckTellsWhatChanged(t *testing.T) {
	files := recorded(t, "fault_patch")
	i := slices.IndexFunc(files[0].Records, func(r *Object) bool {
		return text(r, "site") == "verify:1:1" && text(r, "sampler") == "greedy" && string(r.values["ok"]) == "true"
	})
	r := files[0].Records[i]
	files[0].Records = []*Object{r}
	cases := []struct {
		name, field, value string
		want               string // in a detail; "": it is the same
	}{
		{"token", "tokens", `[1]`, "tokens[0]: recorded 309, now 1"},
		{"shorter", "streamed", `[]`, "length of streamed: recorded 24, now 0"},
		{"null", "first_bad", `null`, `first_bad: recorded {"forward"`},
		{"other type", "finish", `1`, `finish: recorded "length", now 1`},
		{"margin", "margin", `0.5`, "margin: recorded null, now 0.5"},
		{"new field", "message", `"no"`, `message: recorded "absent", now "no"`},
		{"not an outcome", "kind", `"?"`, ""},
	}
	for _, c := range cases {
		p := learn(t, files)
		p.lie(t, files[0], r, c.field, c.value)
		got, err := Check(context.Background(), p, files, Options{Models: models})
		if err != nil {
			t.Fatal(err)
		}
		changed := got.Files[0].Changed
		if c.want == "" {
			if !got.OK() {
				t.Errorf("%s: %+v", c.name, changed)
			}
			continue
		}
		if len(changed) != 1 || !strings.Contains(strings.Join(changed[0].Details, "\n"), c.want) {
			t.Errorf("%s: %+v", c.name, changed)
		}
		if got.OK() || changed[0].Line != 2 || !strings.Contains(changed[0].What, "site verify:1:1") {
			t.Errorf("%s: %+v", c.name, changed)
		}
	}
}

// lie has a field of a run come out as another value.
func (p *parrot) lie(t *testing.T, f *File, r *Object, field, value string) {
	t.Helper()
	q, err := f.run(r, models)
	if err != nil {
		t.Fatal(err)
	}
	other := r.clone()
	if err := other.set(field, json.RawMessage(value)); err != nil {
		t.Fatal(err)
	}
	p.teach(commandGenerate, q, other.values)
}

func TestCheckOfARefusal(t *testing.T) {
	files := recorded(t, "clean_8l")
	c, err := Check(context.Background(), &parrot{}, files, Options{Models: models})
	if err != nil {
		t.Fatal(err)
	}
	if _, changed := c.Counts(); changed != 8 || !strings.Contains(c.Files[0].Changed[7].Details[0], "refused") {
		t.Errorf("%+v", c)
	}
}

func TestCheckEndsWithTheOracle(t *testing.T) {
	p := &parrot{after: func(string, any) error { return ErrOracle }}
	_, err := Check(context.Background(), p, recorded(t, "clean"), Options{Models: models})
	if !errors.Is(err, ErrOracle) || !strings.Contains(err.Error(), "clean.jsonl:") || p.asked > 2 {
		t.Errorf("%v after %d requests", err, p.asked)
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	if _, err := Check(ctx, p, recorded(t, "clean"), Options{Models: models}); !errors.Is(err, cause) {
		t.Error(err)
	}
}

func TestCheckRefusesAnotherModel(t *testing.T) {
	dir := t.TempDir()
	files := recorded(t, "golden")
	if _, err := Check(context.Background(), &parrot{}, files, Options{Models: dir}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	model := filepath.Join(dir, "tiny-f32")
	if err := errors.Join(os.Mkdir(model, 0o755), os.WriteFile(filepath.Join(model, "model.safetensors"), []byte("?"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if _, err := Check(context.Background(), &parrot{}, files, Options{Models: dir}); !errors.Is(err, ErrModel) {
		t.Error(err)
	}
}
