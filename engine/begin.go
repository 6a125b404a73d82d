package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"rowproof/engine/checkpoint"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/owner"
	"rowproof/engine/session"
)

// begin makes the request's conversation the live one and returns the state to start
// from, nil for a cold start. A request goes on with the live conversation if its
// prompt begins with all of it; otherwise that one is banked, but not before the new
// one can begin.
func (g *Generator) begin(ctx context.Context, r *Request) (*model.State, error) {
	live, history := &g.owner.Live, r.Committed()
	if live.Current != nil && g.owner.Chat == r.Chat && live.Longest(r.Prompt, history) == live.Current {
		return live.Current.Clone()
	}
	inMemory := g.shelves.Residents.Longest(r.Prompt, history)
	if s := live.Longest(r.Prompt, history); s != nil && (inMemory == nil || len(s.Tokens) > len(inMemory.Tokens)) {
		inMemory = s
	}
	start, name, err := g.restore(ctx, r, inMemory)
	if err == nil && start == nil && inMemory != nil {
		start, err = inMemory.Clone()
	}
	if err != nil {
		return nil, err
	}
	g.swap(r)
	g.owner.Selected = name
	return start, nil
}

// swap banks the outgoing conversation and begins a new one. What has failed has no
// states, so it banks nothing.
func (g *Generator) swap(r *Request) {
	out := g.owner
	g.shelves.Residents.Bank(out.Live.States()...)
	if out.Frontier != "" {
		g.shelves.Store.Unpin(out.Frontier)
	}
	g.owner = owner.New(&g.shelves)
	g.owner.Chat = r.Chat
}

// restore reads the chat's file or the longest checkpoint of a beginning of the prompt,
// whichever is longer and longer than what is in memory. What cannot be gone on from is
// passed by: a shorter beginning or a cold start is right in any case.
func (g *Generator) restore(ctx context.Context, r *Request, inMemory *model.State) (*model.State, checkpoint.Name, error) {
	most := 0
	if inMemory != nil {
		most = len(inMemory.Tokens)
	}
	var best *model.State
	var from checkpoint.Name
	if r.Chat != "" && g.shelves.Files == nil {
		return nil, "", fmt.Errorf("chat %s: %w", r.Chat, ErrNoStore)
	}
	if r.Chat != "" && !g.shelves.Void(r.Chat) {
		s, err := checkpoint.ReadFile(ctx, g.shelves.Files, r.Chat, g.family.Guard)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			if ctx.Err() != nil {
				return nil, "", context.Cause(ctx)
			}
			g.log.Warn("chat starts cold", "file", r.Chat, "error", err)
			if errors.Is(err, checkpoint.ErrDamaged) {
				if err := checkpoint.SetAsideFile(g.shelves.Files, r.Chat, err); err != nil {
					g.log.Error("damaged chat not set aside", "file", r.Chat, "error", err)
				}
			}
		}
		if err == nil {
			g.shelves.Wrote(r.Chat, s.Tokens)
		}
		if err == nil && s.Model == g.shelves.Model && len(s.Tokens) > most && session.Begins(r.Prompt, s.Tokens) {
			if best = g.imported(s, r); best != nil {
				most = len(best.Tokens)
			}
		}
	}
	if g.shelves.Store == nil {
		return best, from, nil
	}
	prompt := r.Prompt
	for {
		name, n, ok := g.shelves.Store.Longest(g.shelves.Model, prompt)
		if !ok || n <= most {
			return best, from, nil
		}
		s, err := g.shelves.Store.Restore(ctx, name)
		if err != nil {
			if ctx.Err() != nil {
				return nil, "", context.Cause(ctx)
			}
			g.log.Warn("checkpoint passed by", "name", name, "error", err)
		} else if state := g.imported(s, r); state != nil {
			return state, name, nil
		}
		prompt = r.Prompt[:n-1]
	}
}

// imported is the snapshot as a state of the model, or nil if it serves this request in
// no way.
func (g *Generator) imported(s *checkpoint.Snapshot, r *Request) *model.State {
	if s.Family != g.family.Name() {
		return nil
	}
	tensors := make([]model.Tensor, len(s.Tensors))
	for i, t := range s.Tensors {
		tensors[i] = model.Tensor(t)
	}
	state, err := g.model.(model.Persistent).Import(s.Tokens, logits.F32(s.Row), tensors)
	if err != nil {
		g.log.Warn("snapshot passed by", "tokens", len(s.Tokens), "error", err)
		return nil
	}
	if r.Committed() && state.Head == nil {
		return nil
	}
	return state
}
