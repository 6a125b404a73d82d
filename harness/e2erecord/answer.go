package e2erecord

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"sync"
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
	if text(r, "kind") == kindGolden {
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
func hasCuts(f *File) bool { return f.meta.kind != "clean_bf16" }

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
	var said rowsOut
	if err := a.ask(ctx, commandForward, a.rows(f, prompt, len(recorded), ""), &said); err != nil {
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

func (a *asker) rows(f *File, tokens []int, drafts int, poison string) rows {
	return rows{Model: filepath.Join(a.models, f.meta.model), Tokens: tokens, Drafts: drafts, Poison: poison}
}

// rowsOut is the answer to rows.
type rowsOut struct {
	Logits singles  `json:"logits"` // [vocabulary], of the last token
	Hidden singles  `json:"hidden"` // [hidden]
	Argmax []int    `json:"argmax"` // [tokens]
	Census []census `json:"census"` // [tokens]
	Drafts []struct {
		Input  int     `json:"input"`
		Logits singles `json:"logits"`
		Hidden singles `json:"hidden"`
		Census census  `json:"census"`
	} `json:"drafts"`
}

type census struct {
	NaN    int `json:"nan"`
	PosInf int `json:"posinf"`
	NegInf int `json:"neginf"`
}

// singles are float32 values: base64 of their little-endian bits in an answer, numbers in
// a record.
type singles []float32

// UnmarshalJSON reads the base64.
func (s *singles) UnmarshalJSON(text []byte) error {
	var coded string
	if err := json.Unmarshal(text, &coded); err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(coded)
	if err != nil {
		return err
	}
	if len(raw)%4 != 0 {
		return errors.New("base64 of half a float32")
	}
	*s = make(singles, len(raw)/4)
	for i := range *s {
		(*s)[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return nil
}

// MarshalJSON writes numbers. The decimal of the float64 is the one that Python writes.
func (s singles) MarshalJSON() ([]byte, error) {
	wide := make([]float64, len(s))
	for i, v := range s {
		wide[i] = float64(v)
	}
	return json.Marshal(wide)
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
