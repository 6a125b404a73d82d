package family

import (
	"context"
	"errors"
	"fmt"

	"rowproof/engine/checkpoint"
	"rowproof/engine/family/ds4"
	"rowproof/engine/generate"
	"rowproof/engine/model"
	rng "rowproof/engine/rng/ds4"
)

// DS4 is the DS4/GLM family. Its sampler has an answer for every row, ID 0 where
// nothing is finite, so nothing is refused and nothing forgotten.
type DS4 struct {
	Params ds4.Params
	Stream *rng.State // moved on by every draw
}

// Name is "ds4".
func (DS4) Name() string { return "ds4" }

// Run takes one token after the other with the family's own sampler.
func (f DS4) Run(ctx context.Context, m model.Model, r generate.Request) (generate.Result, error) {
	result, trunk, err := f.begin(m, &r)
	if err != nil {
		return result, err
	}
	pass := model.Pass{Kind: model.Prefill, Tokens: r.Prompt[result.Reused:], Rows: model.LastRow}
	var last model.Window
	if len(pass.Tokens) == 0 {
		last = model.Window{Hidden: r.Start.Hidden}
		last.Rows = append(last.Rows, r.Start.Row)
	}
	text := append([]int(nil), r.Prompt...)
	for {
		if len(pass.Tokens) > 0 {
			if err := ctx.Err(); err != nil {
				return result, context.Cause(ctx)
			}
			if last, err = trunk.Forward(ctx, pass); err != nil {
				return result, fmt.Errorf("%s: %w", pass.Kind, err)
			}
			result.Forwards++
		}
		state := &model.State{Tokens: text[:trunk.Len():trunk.Len()], Trunk: trunk, Row: last.Rows[len(last.Rows)-1], Hidden: last.Hidden.Slice(last.Hidden.Len()-1, last.Hidden.Len())}
		if pass.Kind == model.Prefill && r.Keep {
			if result.Prompt, err = state.Clone(); err != nil {
				return result, err
			}
		}
		if pass.Kind == model.Final {
			result.End = state
			return result, nil
		}
		row := make([]float32, state.Row.Width())
		state.Row.Float32s(row)
		token := ds4.Sample(row, f.Params, f.Stream)
		text = append(text, token)
		if err := f.commit(&result, &r, token); err != nil {
			return result, err
		}
		pass = model.Pass{Kind: model.Decode, Tokens: []int{token}, Rows: model.LastRow}
		if result.Finish != "" {
			if !r.Keep {
				return result, nil
			}
			pass.Kind = model.Final
		}
	}
}

func (DS4) begin(m model.Model, r *generate.Request) (generate.Result, model.Trunk, error) {
	if len(r.Prompt) == 0 || r.MaxTokens < 1 || r.Depth > 0 {
		return generate.Result{}, nil, fmt.Errorf("%w: the family decodes plainly, from a prompt, at least one token", generate.ErrRequest)
	}
	if r.Start != nil {
		return generate.Result{Reused: len(r.Start.Tokens)}, r.Start.Trunk, nil
	}
	trunk, err := m.NewTrunk()
	return generate.Result{}, trunk, err
}

func (DS4) commit(result *generate.Result, r *generate.Request, token int) error {
	result.Tokens = append(result.Tokens, token)
	for _, stop := range r.Stop {
		if token == stop {
			result.Finish = generate.FinishStop
			return nil
		}
	}
	if len(result.Tokens) == r.MaxTokens {
		result.Finish = generate.FinishLength
	}
	result.Streamed = append(result.Streamed, token)
	if r.OnTokens == nil {
		return nil
	}
	err := r.OnTokens([]int{token})
	if errors.Is(err, generate.ErrEnough) {
		result.Finish = generate.FinishStop
		return nil
	}
	return err
}

// Guard accepts every snapshot: the family's law has an answer for what is in it.
func (DS4) Guard(*checkpoint.Snapshot) error { return nil }

// Forgets is false of every error.
func (DS4) Forgets(error) bool { return false }
