package engine

import (
	"context"
	"errors"

	"rowproof/engine/checkpoint"
	"rowproof/engine/generate"
	"rowproof/engine/model"
)

// commit makes the states of a request that succeeded the live ones and writes them.
// The error is why they could not be written; the answer stands.
func (g *Generator) commit(ctx context.Context, result generate.Result) error {
	g.owner.Live.Commit(result.Prompt, result.End)
	g.shelves.Residents.Release(g.owner.Live.States()...) // banked again when another one is live
	g.owner.Text = result.End.Tokens
	err := g.bootstrap(ctx, result.System)
	if g.owner.Chat != "" || g.shelves.Store != nil {
		err = errors.Join(err, g.saveLive(ctx))
	}
	if err != nil && g.family.Forgets(err) {
		// A value that no row has shown yet: whatever comes from here is broken.
		err = g.owner.Forget(err)
	}
	if err != nil {
		g.log.Error("conversation not kept", "error", err)
	}
	return err
}

// bootstrap writes the checkpoint of a system prompt, which conversations share.
func (g *Generator) bootstrap(ctx context.Context, system *model.State) error {
	if system == nil || g.shelves.Store == nil {
		return nil
	}
	s, err := g.snapshot(system)
	if err == nil {
		_, err = g.shelves.Store.Save(ctx, s)
	}
	return err
}

// saveLive writes the live conversation: a local chat to its file, any other to the
// store.
func (g *Generator) saveLive(ctx context.Context) error {
	state, err := g.owner.Live.Snapshot()
	if err != nil {
		return err
	}
	if g.owner.Chat == "" && g.shelves.Store == nil {
		return ErrNoStore
	}
	if g.owner.Chat == "" && state.Head == nil {
		// What another conversation stored of the same text may have a history, which a
		// state without one must not replace.
		if name, n, ok := g.shelves.Store.Longest(g.shelves.Model, state.Tokens); ok && n == len(state.Tokens) {
			g.frontier(name)
			return nil
		}
	}
	s, err := g.snapshot(state)
	if err != nil {
		return err
	}
	if g.owner.Chat != "" {
		err := checkpoint.WriteFile(ctx, g.shelves.Files, g.owner.Chat, s, g.family.Guard)
		if err == nil {
			g.shelves.Wrote(g.owner.Chat, s.Tokens)
		}
		return err
	}
	old := g.owner.Frontier
	if old != "" {
		g.shelves.Store.Unpin(old) // it makes room for the longer one
	}
	name, err := g.shelves.Store.Save(ctx, s)
	if name == "" {
		if old != "" {
			g.shelves.Store.Pin(old)
		}
		return err
	}
	// It is saved even if others could not be evicted.
	g.owner.Frontier = ""
	g.frontier(name)
	return err
}

// frontier notes up to where the live conversation is stored.
func (g *Generator) frontier(name checkpoint.Name) {
	g.shelves.Store.Pin(name)
	if old := g.owner.Frontier; old != "" {
		g.shelves.Store.Unpin(old)
	}
	g.owner.Frontier = name
}

func (g *Generator) snapshot(state *model.State) (*checkpoint.Snapshot, error) {
	tensors, err := g.model.(model.Persistent).Export(state)
	if err != nil {
		return nil, err
	}
	row := make([]float32, state.Row.Width())
	state.Row.Float32s(row)
	s := &checkpoint.Snapshot{Model: g.shelves.Model, Family: g.family.Name(), Tokens: state.Tokens, Row: row}
	for _, t := range tensors {
		s.Tensors = append(s.Tensors, checkpoint.Tensor(t))
	}
	return s, nil
}
