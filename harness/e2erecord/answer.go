package e2erecord

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"

	"rowproof/oracle/e2e"
)

// Engine answers requests as the oracle does; Oracle is one.
type Engine interface {
	Ask(ctx context.Context, command string, in any) (json.RawMessage, error)
}

// outcome are the fields of a record that the oracle's run decides.
var outcome = []string{
	"ok", "tokens", "streamed", "finish", "events", "cached", "accepted", "drafted", "verify_calls",
	"error", "message", "nan", "inf", "vocab",
	"rng", "margin", "nucleus_margin", "first_bad", "injected",
}

// asker asks each question once, however many records share it.
type asker struct {
	engine Engine
	models string

	mu    sync.Mutex
	asked map[string]*reply
}

type reply struct {
	once sync.Once
	out  json.RawMessage
	err  error
}

func newAsker(e Engine, models string) *asker {
	return &asker{engine: e, models: models, asked: map[string]*reply{}}
}

func (a *asker) ask(ctx context.Context, command string, in any, out any) error {
	key, err := json.Marshal(in)
	if err != nil {
		return err
	}
	a.mu.Lock()
	r := a.asked[command+string(key)]
	if r == nil {
		r = &reply{}
		a.asked[command+string(key)] = r
	}
	a.mu.Unlock()
	r.once.Do(func() { r.out, r.err = a.engine.Ask(ctx, command, in) })
	if r.err != nil {
		return r.err
	}
	if err := json.Unmarshal(r.out, out); err != nil {
		return fmt.Errorf("%w: %w", ErrOracle, err)
	}
	return nil
}

// answer gives the fields of a record that the oracle decides, by name, with the run q in
// place of the record's own.
func (a *asker) answer(ctx context.Context, f *File, r *Object, q run) (map[string]json.RawMessage, error) {
	if text(r, "kind") == e2e.Golden {
		return a.golden(ctx, f, r)
	}
	var said map[string]json.RawMessage
	if err := a.ask(ctx, commandGenerate, q, &said); err != nil {
		return nil, err
	}
	out := map[string]json.RawMessage{}
	for _, name := range outcome {
		if value, ok := said[name]; ok {
			out[name] = value
		}
	}
	if q.Fault == nil {
		delete(out, "injected")
	}
	if !hasCuts(f) || string(out["nucleus_margin"]) == "null" {
		delete(out, "nucleus_margin")
	}
	return out, a.derive(ctx, f, r, q, out)
}

// hasCuts reports whether the records of a file say how near a cut of the nucleus was. In
// bfloat16 values are equal so often that it would leave nothing.
func hasCuts(f *File) bool { return f.meta.Records != e2e.CleanBF16 }

// golden gives the rows of a golden record: the last of the trunk and a chain of drafts.
func (a *asker) golden(ctx context.Context, f *File, r *Object) (map[string]json.RawMessage, error) {
	prompt, err := f.prompt(r)
	if err != nil {
		return nil, err
	}
	var recorded []json.RawMessage
	if err := r.get("drafts", &recorded); err != nil {
		return nil, err
	}
	var said Rows
	if err := a.ask(ctx, CommandForward, a.rows(f, prompt, len(recorded), ""), &said); err != nil {
		return nil, err
	}
	drafts := make([]map[string]any, len(said.Drafts))
	for i, d := range said.Drafts {
		drafts[i] = map[string]any{"input": d.Input, "logits": d.Logits, "hidden": d.Hidden}
	}
	out := map[string]json.RawMessage{}
	return out, put(out, map[string]any{
		"last_logits": said.Logits, "last_hidden": said.Hidden, "drafts": drafts, "all_argmax": said.Argmax,
	})
}

func (a *asker) rows(f *File, tokens []int, drafts int, poison string) Forward {
	return Forward{Model: filepath.Join(a.models, f.meta.Model), Tokens: tokens, Drafts: drafts, Poison: poison}
}

func put(out map[string]json.RawMessage, fields map[string]any) error {
	for name, value := range fields {
		raw, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		out[name] = raw
	}
	return nil
}
