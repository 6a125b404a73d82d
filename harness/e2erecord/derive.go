package e2erecord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"rowproof/oracle/e2e"
)

// derived are the fields that hold a record's run against another one, or its model
// against a healthy one.
var derived = map[string]func(*derivation) (any, error){
	"eq_ar":                    (*derivation).equalToAR,
	"clean_tokens":             (*derivation).cleanTokens,
	"first_diff":               (*derivation).firstDifference,
	"clean_stream":             (*derivation).cleanStream,
	"last_row":                 (*derivation).lastRow,
	"healthy_prompt_bit_equal": (*derivation).healthyEqual,
}

// derivation is a record in the making.
type derivation struct {
	*asker
	ctx    context.Context
	f      *File
	r      *Object
	q      run
	tokens []int // of the run; nil if it failed
}

// derive adds the derived fields that the record has.
func (a *asker) derive(ctx context.Context, f *File, r *Object, q run, out map[string]json.RawMessage) error {
	d := &derivation{asker: a, ctx: ctx, f: f, r: r, q: q}
	if raw, ok := out["tokens"]; ok {
		if err := json.Unmarshal(raw, &d.tokens); err != nil {
			return fmt.Errorf("%w: tokens: %w", ErrOracle, err)
		}
	}
	for name, value := range derived {
		if !r.has(name) {
			continue
		}
		v, err := value(d)
		if err == nil {
			err = put(out, map[string]any{name: v})
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// tokensOf is what another run gives, which must not fail.
func (d *derivation) tokensOf(q run) ([]int, error) {
	var out struct {
		OK     bool  `json:"ok"`
		Tokens []int `json:"tokens"`
	}
	err := d.ask(d.ctx, commandGenerate, q, &out)
	if err == nil && !out.OK {
		err = errors.New("the clean run fails")
	}
	return out.Tokens, err
}

// equalToAR: are the tokens those of the AR run? Greedy runs alone are asked: sampled
// ones draw in other orders, so that their field says nothing and is left as it is.
func (d *derivation) equalToAR() (any, error) {
	if !d.q.Params.Sampler.Greedy() {
		return d.r.values["eq_ar"], nil
	}
	tokens, err := d.tokensOf(d.healthyAR(d.q.Prompt, d.q.Params.Sampler))
	return slices.Equal(tokens, d.tokens), err
}

// cleanTokens are those of the same run without its fault.
func (d *derivation) cleanTokens() (any, error) {
	q := d.q
	q.Fault = nil
	return d.tokensOf(q)
}

// firstDifference is where the tokens leave the clean ones: null if nowhere, or if the
// run failed.
func (d *derivation) firstDifference() (any, error) {
	clean, err := d.cleanTokens()
	if err != nil || d.tokens == nil {
		return nil, err
	}
	a, b := d.tokens, clean.([]int)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i, nil
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b)), nil
	}
	return nil, nil
}

// cleanStream is the greedy AR run of prompt p0 on the healthy model.
func (d *derivation) cleanStream() (any, error) {
	return d.tokensOf(d.healthyAR(d.f.meta.Prompts["p0"], e2e.Sampler{TopP: 1}))
}

// healthyAR is an AR run of the record's length on the healthy model. What only MTP has
// stands at its default, so that records that need the same run share it.
func (d *derivation) healthyAR(prompt []int, s e2e.Sampler) run {
	p := e2e.Params{Sampler: s, Seed: d.q.Params.Seed, MaxTokens: d.q.Params.MaxTokens}
	p.Strategy, p.History, p.Copy, p.Stop = e2e.Batched, e2e.Cycle, true, d.q.Params.Stop
	return run{Model: d.q.Model, Prompt: prompt, Mode: "ar", Params: p}
}

// lastRow is the census of the prompt's last row on the poisoned model.
func (d *derivation) lastRow() (any, error) {
	var out Rows
	err := d.ask(d.ctx, CommandForward, d.rows(d.f, d.q.Prompt, 0, d.q.Poison), &out)
	if err != nil || len(out.Census) == 0 {
		return nil, err
	}
	return out.Census[len(out.Census)-1], nil
}

// healthyEqual: has prompt p1, without a trigger, the same last row on the poisoned model
// as on the healthy one, bit for bit?
func (d *derivation) healthyEqual() (any, error) {
	var last [2]struct {
		Logits string `json:"logits"`
	}
	for i, poison := range []string{"", d.q.Poison} {
		if err := d.ask(d.ctx, CommandForward, d.rows(d.f, d.f.meta.Prompts["p1"], 0, poison), &last[i]); err != nil {
			return nil, err
		}
	}
	return last[0] == last[1], nil
}
