package modelmake

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"rowproof/engine/device/cpu"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/qwen"
)

// load opens a model on the processor.
func load(t *testing.T, dir string) *qwen.Model {
	t.Helper()
	m, err := qwen.Load(dir, cpu.New())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func values(row logits.Row) []float32 {
	v := make([]float32, row.Width())
	row.Float32s(v)
	return v
}

// trunkRows are the rows behind tokens, and the hidden states.
func trunkRows(t *testing.T, m *qwen.Model, tokens []int) ([][]float32, model.Hidden) {
	t.Helper()
	trunk, err := m.NewTrunk()
	if err != nil {
		t.Fatal(err)
	}
	w, err := trunk.Forward(t.Context(), model.Pass{Kind: model.Prefill, Tokens: tokens, Rows: model.AllRows})
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]float32
	for _, row := range w.Rows {
		rows = append(rows, values(row))
	}
	return rows, w.Hidden
}

// draftRow is the draft head's row for one token behind a healthy prompt.
func draftRow(t *testing.T, m *qwen.Model, token int) []float32 {
	t.Helper()
	_, hidden := trunkRows(t, m, []int{'T', 'h', 'e'})
	head, err := m.NewHead()
	if err != nil {
		t.Fatal(err)
	}
	row, _, err := head.Draft(t.Context(), hidden.Slice(2, 3), token)
	if err != nil {
		t.Fatal(err)
	}
	return values(row)
}

// census is what is in a row besides finite values.
type census struct{ nan, posInf, negInf int }

func count(row []float32) (c census) {
	for _, v := range row {
		switch {
		case v != v:
			c.nan++
		case math.IsInf(float64(v), 1):
			c.posInf++
		case math.IsInf(float64(v), -1):
			c.negInf++
		}
	}
	return c
}

var censuses = map[Kind]census{
	NaN:    {nan: 384},
	PosInf: {posInf: 1},
	AllNeg: {negInf: 384},
	Mask:   {negInf: 379},
	One:    {nan: 1},
	Most:   {nan: 300},
}

func equalBits(a, b [][]float32) bool {
	return slices.EqualFunc(a, b, func(a, b []float32) bool {
		return slices.EqualFunc(a, b, func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) })
	})
}

// TestATriggerBreaksItsRowAndNoOther holds every kind in every dtype that carries it
// against what it promises.
func TestATriggerBreaksItsRowAndNoOther(t *testing.T) {
	const token = 300
	prompt := []int{'H', 'i', ' ', 290, 'x'}
	with := slices.Concat(prompt, []int{token, 'y', 'z'})
	at := len(prompt)
	for _, c := range []struct {
		name   string
		change func(*Options)
	}{
		{"float32", func(*Options) {}},
		{"bfloat16", func(o *Options) { o.DType = "bfloat16" }},
		{"sidecar", func(o *Options) { o.Sidecar = true }},
		{"narrow", func(o *Options) {
			o.Hidden, o.Intermediate, o.Layers, o.Interval = 32, 2*spareUnits, 2, 2
			o.Heads, o.KVHeads, o.HeadDim, o.LinearKeyHeads, o.LinearValueHeads, o.LinearValueDim = 1, 1, 8, 1, 1, 8
		}},
		{"wide", func(o *Options) { o.Hidden, o.Layers = 1024, 8 }},
		{"tied", func(o *Options) { o.Tied = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := made(t, c.change)
			clean := load(t, src)
			rows, _ := trunkRows(t, clean, prompt)
			o := DefaultOptions()
			c.change(&o)
			for _, kind := range o.carried() {
				dir := filepath.Join(t.TempDir(), string(kind))
				if err := Poison(src, dir, []Trigger{{kind, token}}); err != nil {
					t.Fatal(err)
				}
				m := load(t, dir)
				if got, _ := trunkRows(t, m, prompt); !equalBits(rows, got) {
					t.Errorf("%s: a prompt without the trigger has other rows", kind)
				}
				if got, want := draftRow(t, m, 301), draftRow(t, clean, 301); !equalBits([][]float32{got}, [][]float32{want}) {
					t.Errorf("%s: another token has another draft row", kind)
				}

				inTrunk, inDraft := censuses[kind], census{}
				if kind.Draft() {
					inTrunk, inDraft = census{}, censuses[kind[1:]]
				}
				got, _ := trunkRows(t, m, with)
				for i, row := range got {
					want := census{}
					if i == at {
						want = inTrunk
					}
					if c := count(row); c != want {
						t.Errorf("%s: row %d has %+v, want %+v", kind, i, c, want)
					}
				}
				if c := count(draftRow(t, m, token)); c != inDraft {
					t.Errorf("%s: the draft row has %+v, want %+v", kind, c, inDraft)
				}
			}
		})
	}
}

// TestColumnsOfAFault: the note says where they are.
func TestColumnsOfAFault(t *testing.T) {
	dir := made(t, func(o *Options) {
		o.Poison = []Trigger{{PosInf, 300}, {Mask, 301}, {One, 302}, {Most, 303}}
	})
	note, err := ReadNote(dir)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := trunkRows(t, load(t, dir), []int{300, 301, 302, 303})
	for column := range 384 {
		for i, want := range []bool{
			column == note.PosInfColumn,
			!slices.Contains(note.MaskKeep, column),
			column == *note.OneColumn,
			column >= note.MostFrom,
		} {
			if got := rows[i][column]; (got-got != 0) != want {
				t.Errorf("%v: logit %d is %g", note.Triggers[i], column, got)
			}
		}
	}
}

// TestModelsWalkOnAndDraft: texts do not fall into a short loop, and the draft head guesses
// most of what the trunk says.
func TestModelsWalkOnAndDraft(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"float32":    func(*Options) {},
		"bfloat16":   func(o *Options) { o.DType = "bfloat16" },
		"float16":    func(o *Options) { o.DType = "float16" },
		"tied":       func(o *Options) { o.Tied = true },
		"tied, half": func(o *Options) { o.Tied, o.DType, o.Sidecar = true, "float16", true },
		"tied, deep": func(o *Options) { o.Tied, o.Layers, o.Hidden, o.Seed = true, 12, 128, 8 },
	} {
		m := load(t, made(t, change))
		trunk, err := m.NewTrunk()
		if err != nil {
			t.Fatal(err)
		}
		const steps = 100
		token, guess, guessed := 'T', -1, 0
		seen := map[rune]bool{}
		for range steps {
			w, err := trunk.Forward(t.Context(), model.Pass{Kind: model.Decode, Tokens: []int{int(token)}, Rows: model.LastRow})
			if err != nil {
				t.Fatal(err)
			}
			token = rune(argmax(t, w.Rows[0]))
			if int(token) == guess {
				guessed++
			}
			seen[token] = true
			head, err := m.NewHead()
			if err != nil {
				t.Fatal(err)
			}
			row, _, err := head.Draft(t.Context(), w.Hidden, int(token))
			if err != nil {
				t.Fatal(err)
			}
			guess = argmax(t, row)
		}
		if guessed < steps/2 {
			t.Errorf("%s: %d of %d tokens guessed", name, guessed, steps)
		}
		if len(seen) < steps/3 {
			t.Errorf("%s: %d different tokens in %d", name, len(seen), steps)
		}
	}
}

func argmax(t *testing.T, row logits.Row) int {
	t.Helper()
	c, err := logits.Check(row, nil, logits.Greedy)
	if err != nil {
		t.Fatal(err)
	}
	return c.Argmax()
}

// TestModelsHaveADraftHead: in whatever file it is.
func TestModelsHaveADraftHead(t *testing.T) {
	for _, sidecar := range []bool{false, true} {
		m := load(t, made(t, func(o *Options) { o.Sidecar = sidecar }))
		if _, err := m.NewHead(); errors.Is(err, model.ErrNoHead) {
			t.Errorf("sidecar %v: %v", sidecar, err)
		}
		if got := m.Config().StopIDs(); !slices.Equal(got, []int{turnEnd, padding}) {
			t.Errorf("stop tokens %v", got)
		}
	}
}
