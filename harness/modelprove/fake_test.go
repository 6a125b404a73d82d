package modelprove

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"testing"

	"rowproof/engine/device/cpu"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/qwen"
	"rowproof/harness/e2erecord"
	"rowproof/harness/modelmake"
)

const shared = "../../receipts/models/"

// fake answers as the oracle does, with the rows of our own engine.
type fake struct {
	t     *testing.T
	dir   string // of the latest request
	model *qwen.Model
	// lie changes an answer; nil for none. poison is what the folder has.
	lie func(tokens []int, poison []modelmake.Trigger, r *rows)
	// garble changes the answer's JSON; nil for none.
	garble func(out map[string]any)
	asked  int
	err    error // of each answer
}

func (f *fake) Ask(ctx context.Context, command string, in any) (json.RawMessage, error) {
	f.asked++
	if f.err != nil {
		return nil, f.err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	q, ok := in.(e2erecord.Forward)
	if !ok || command != e2erecord.CommandForward || q.Poison != "" || !filepath.IsAbs(q.Model) {
		return nil, errors.New("no such request")
	}
	if err := f.load(q.Model); err != nil {
		return nil, err
	}
	note, err := modelmake.ReadNote(q.Model)
	if err != nil {
		note = modelmake.Note{}
	}
	r, err := chain(ctx, f.model, q.Tokens, q.Drafts)
	if err != nil {
		return nil, err
	}
	if f.lie != nil {
		f.lie(q.Tokens, note.Triggers, r)
	}
	out := encode(r)
	if f.garble != nil {
		f.garble(out)
	}
	return json.Marshal(out)
}

// load keeps the latest folder open, as proving goes from one to the next.
func (f *fake) load(dir string) error {
	if dir == f.dir {
		return nil
	}
	m, err := qwen.Load(dir, cpu.New())
	if err != nil {
		return err
	}
	f.t.Cleanup(func() { m.Close() })
	f.dir, f.model = dir, m
	return nil
}

// chain drafts behind the best token of the row before, as the oracle does.
func chain(ctx context.Context, m *qwen.Model, tokens []int, drafts int) (*rows, error) {
	trunk, err := m.NewTrunk()
	if err != nil {
		return nil, err
	}
	w, err := trunk.Forward(ctx, model.Pass{Kind: model.Prefill, Tokens: tokens, Rows: model.AllRows})
	if err != nil {
		return nil, err
	}
	r := &rows{}
	for _, row := range w.Rows {
		r.last = floats(row)
		r.best = append(r.best, best(r.last))
		r.census = append(r.census, count(r.last))
	}
	head, err := m.NewHead()
	if err != nil {
		return nil, err
	}
	next, hidden := best(r.last), w.Hidden.Slice(len(tokens)-1, len(tokens))
	for range drafts {
		row, after, err := head.Draft(ctx, hidden, next)
		if err != nil {
			return nil, err
		}
		d := draft{next, floats(row)}
		r.drafts = append(r.drafts, d)
		next, hidden = best(d.row), after
	}
	return r, nil
}

func floats(row logits.Row) []float32 {
	values := make([]float32, row.Width())
	row.Float32s(values)
	return values
}

func encode(r *rows) map[string]any {
	drafts := []map[string]any{}
	for _, d := range r.drafts {
		drafts = append(drafts, map[string]any{"input": d.input, "logits": packed(d.row), "hidden": "", "census": count(d.row)})
	}
	r.census[len(r.census)-1] = count(r.last) // a lie is consistent
	return map[string]any{"logits": packed(r.last), "hidden": "", "argmax": r.best, "census": r.census, "drafts": drafts}
}

func packed(row []float32) string {
	var raw []byte
	for _, v := range row {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// made makes a model in a new folder.
func made(t *testing.T, change func(*modelmake.Options)) string {
	t.Helper()
	o := modelmake.DefaultOptions()
	change(&o)
	dir := filepath.Join(t.TempDir(), "model")
	if err := modelmake.Make(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	return dir
}
