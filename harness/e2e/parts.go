package e2e

import (
	"rowproof/engine/generate"
	"rowproof/harness/e2e/inject"
	"rowproof/oracle/e2e"
)

// parts are what was seen, in the words of a record.
func (g *generation) parts() map[string]any {
	events := g.rounds()
	return map[string]any{
		e2e.PartTokens:        list(g.result.Tokens),
		e2e.PartStreamed:      list(g.streamed),
		e2e.PartFinish:        string(g.result.Finish),
		e2e.PartTape:          list(g.tape()),
		e2e.PartEvents:        events,
		e2e.PartProbabilities: e2e.Probabilities(events),
		e2e.PartError:         g.refusal(),
		e2e.PartForward:       firstBad(g.model.FirstBad()),
		e2e.PartFailure:       g.place(),
		e2e.PartInjected:      hits(g.model.Hits()),
	}
}

// tape is what was drawn, with the tokens that the engine says were chosen.
func (g *generation) tape() []e2e.Draw {
	var said []generate.Draw
	for _, e := range g.events {
		said = append(said, e.Draws...)
	}
	tape := make([]e2e.Draw, len(g.stream.draws))
	for i, d := range g.stream.draws {
		if d.Choice {
			d.Token = -1
			if i < len(said) && said[i].Choice {
				d.Token = said[i].Token
			}
		}
		tape[i] = d
	}
	return tape
}

func (g *generation) rounds() []e2e.Event {
	events := make([]e2e.Event, len(g.events))
	for i, e := range g.events {
		events[i] = e2e.Event{Step: e.Step}
		if e.Plain {
			events[i].Token = &e.Token
			continue
		}
		events[i].Round = &e2e.Round{
			Primary: e.Primary, AlreadyEmitted: e.AlreadyEmitted, Accepted: e.Accepted, RejectedAt: e.RejectedAt,
			Bonus: e.Bonus, Drafts: drafts(e.Drafts), Copied: copied(e.Copied),
		}
	}
	return events
}

func drafts(tokens []generate.DraftToken) []e2e.Draft {
	out := make([]e2e.Draft, len(tokens))
	for i, d := range tokens {
		out[i] = e2e.Draft{Depth: d.Depth, Token: d.Token}
		if d.Examined {
			out[i].Accepted, out[i].Probability, out[i].Correction = &d.Accepted, &d.Probability, &d.Correction
		}
	}
	return out
}

func copied(c *generate.CopyRound) *e2e.Copied {
	switch {
	case c == nil:
		return nil
	case c.Disabled:
		return &e2e.Copied{Disabled: true}
	}
	return &e2e.Copied{Block: c.Block, Accepted: c.Accepted, Extension: c.Extension, Correction: c.Correction, AtTokens: c.AtTokens}
}

// refusal is the engine's error.
func (g *generation) refusal() *e2e.Error {
	if g.failure == nil {
		return nil
	}
	e := g.failure.Err
	return &e2e.Error{Where: e.Where, NaN: e.NaN, Inf: e.Inf, Vocabulary: e.Width}
}

// place is where the engine says that the row was.
func (g *generation) place() *e2e.Forward {
	f := g.failure
	if f == nil {
		return nil
	}
	return &e2e.Forward{
		Kind: string(f.Kind), Rows: f.Rows, Row: f.Row, NaN: f.Err.NaN, Inf: f.Err.Inf, Streamed: f.Streamed, Draws: f.Draws,
	}
}

func firstBad(b *inject.Bad) *e2e.Forward {
	if b == nil {
		return nil
	}
	return &e2e.Forward{Kind: string(b.Kind), Rows: b.Rows, Row: b.Row, NaN: b.NaN, Inf: b.Inf, Streamed: b.Streamed, Draws: b.Draws}
}

func hits(seen []inject.Hit) []e2e.Hit {
	out := make([]e2e.Hit, len(seen))
	for i, h := range seen {
		out[i] = e2e.Hit{Streamed: h.Streamed, Draws: h.Draws, Row: h.Row, Rows: h.Rows, Argmax: h.Argmax}
	}
	return out
}

// list is a slice that marshals to [] where it is empty.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
