package e2e

import (
	"context"
	"math"
	"testing"

	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness"
	"rowproof/oracle/e2e"
)

// TestAWrongRecordDiffers: whatever in a record is not what the engine does is found.
func TestAWrongRecordDiffers(t *testing.T) {
	sampled := func(r *e2e.Record) bool { return r.Params.Depth > 1 && probability(r) != nil }
	copied := func(r *e2e.Record) bool {
		for _, e := range r.Events {
			if e.Round != nil && e.Round.Copied != nil && e.Round.Copied.Block > 0 {
				return true
			}
		}
		return false
	}
	failed := func(r *e2e.Record) bool { return r.Error != nil && r.FirstBad.Kind == "verify" && r.FirstBad.Draws > 2 }
	excepted := func(r *e2e.Record) bool { return r.Error == nil && r.FirstBad != nil && r.FirstBad.Kind == "verify" }
	sticky := func(r *e2e.Record) bool { return r.FirstBad == nil && len(r.Fault.Hits) > 2 }
	for _, tc := range []struct {
		name, kind string
		accept     func(*e2e.Record) bool
		corrupt    func(*e2e.Record)
	}{
		{"token", e2e.Clean, sampled, func(r *e2e.Record) { r.Tokens[5]++ }},
		{"last token", e2e.Clean, sampled, func(r *e2e.Record) { r.Tokens[len(r.Tokens)-1]++ }},
		{"streamed", e2e.Clean, sampled, func(r *e2e.Record) { r.Streamed = r.Streamed[1:] }},
		{"finish", e2e.Clean, nil, func(r *e2e.Record) { r.Finish = "stop" }},
		{"uniform", e2e.Clean, sampled, func(r *e2e.Record) { nudge(r.Tape) }},
		{"draw left out", e2e.Clean, sampled, func(r *e2e.Record) { r.Tape = r.Tape[:len(r.Tape)-1] }},
		{"chosen token", e2e.Clean, sampled, func(r *e2e.Record) { choose(r.Tape) }},
		{"round left out", e2e.Clean, sampled, func(r *e2e.Record) { r.Events = r.Events[:len(r.Events)-1] }},
		{"primary", e2e.Clean, sampled, func(r *e2e.Record) { r.Events[1].Round.Primary++ }},
		{"primary already emitted", e2e.Clean, sampled, func(r *e2e.Record) { r.Events[1].Round.AlreadyEmitted = !r.Events[1].Round.AlreadyEmitted }},
		{"accepted depths", e2e.Clean, sampled, func(r *e2e.Record) { r.Events[1].Round.Accepted++ }},
		{"rejected at depth", e2e.Clean, sampled, func(r *e2e.Record) { r.Events[1].Round.RejectedAt++ }},
		{"bonus", e2e.Clean, sampled, func(r *e2e.Record) { token := 3; r.Events[1].Round.Bonus = &token }},
		{"draft", e2e.Clean, sampled, func(r *e2e.Record) { r.Events[1].Round.Drafts[0].Token++ }},
		{"draft's verdict", e2e.Clean, sampled, func(r *e2e.Record) { r.Events[1].Round.Drafts[0].Accepted = nil }},
		{"correction", e2e.Clean, sampled, func(r *e2e.Record) { token := -1; r.Events[1].Round.Drafts[0].Correction = &token }},
		{"copied block", e2e.Clean, copied, func(r *e2e.Record) { block(r).Block++ }},
		{"copied extension", e2e.Clean, copied, func(r *e2e.Record) { block(r).Extension-- }},
		{"copied at", e2e.Clean, copied, func(r *e2e.Record) { block(r).AtTokens++ }},
		{"seed", e2e.Clean, sampled, func(r *e2e.Record) { r.Params.Seed++ }},
		{"8 layers", e2e.Clean8L, nil, func(r *e2e.Record) { r.Tokens[23]++ }},
		{"bfloat16", e2e.CleanBF16, nil, func(r *e2e.Record) { r.Tokens[7]++ }},
		{"broken row", e2e.Patch, failed, func(r *e2e.Record) { r.FirstBad.Row++ }},
		{"rows", e2e.Patch, failed, func(r *e2e.Record) { r.FirstBad.Rows++ }},
		{"kind of forward", e2e.Patch, failed, func(r *e2e.Record) { r.FirstBad.Kind = "copy" }},
		{"census", e2e.Patch, failed, func(r *e2e.Record) { r.FirstBad.NaN++; r.Error.NaN++ }},
		{"infinities", e2e.Patch, failed, func(r *e2e.Record) { r.FirstBad.Inf++; r.Error.Inf++ }},
		{"reader", e2e.Patch, failed, func(r *e2e.Record) { r.FirstBad.Where += "!"; r.Error.Where += "!" }},
		{"token before the error", e2e.Patch, failed, func(r *e2e.Record) { r.Streamed[0]++ }},
		{"draws before the error", e2e.Patch, failed, func(r *e2e.Record) { r.FirstBad.Draws-- }},
		{"uniform before the error", e2e.Patch, failed, func(r *e2e.Record) { choose(r.Tape) }},
		{"undeclared error", e2e.Patch, failed, func(r *e2e.Record) { r.Error.NaN++ }},
		{"exception's census", e2e.Patch, excepted, func(r *e2e.Record) { r.FirstBad.NaN++ }},
		{"fault that changes nothing", e2e.Patch, excepted, func(r *e2e.Record) { r.Fault.Kind = "mask" }},
		{"another fault", e2e.Patch, excepted, func(r *e2e.Record) { r.Fault.Kind = "posinf" }},
		{"site that is not reached", e2e.Patch, excepted, func(r *e2e.Record) { r.Fault.Site = "verify:99:0" }},
		{"site that is reached against the record", e2e.Patch, sticky, func(r *e2e.Record) { r.Fault.Hits = nil }},
		{"sticky fault that is not", e2e.Patch, sticky, func(r *e2e.Record) { r.Fault.Sticky = false }},
		{"place of a later injection", e2e.Patch, sticky, func(r *e2e.Record) { r.Fault.Hits[2].Streamed++ }},
		{"best token under an injection", e2e.Patch, sticky, func(r *e2e.Record) { r.Fault.Hits[1].Argmax++ }},
		{"site that is none", e2e.Patch, excepted, func(r *e2e.Record) { r.Fault.Site = "verify:1" }},
		{"poison", e2e.Weights, func(r *e2e.Record) bool { return r.Error != nil }, func(r *e2e.Record) { r.Poison = "mask:383" }},
		{"healthy prompt", e2e.Weights, func(r *e2e.Record) bool { return r.Error != nil }, func(r *e2e.Record) { r.Prompt = r.Prompt[:3] }},
		{"best tokens", e2e.Golden, nil, func(r *e2e.Record) { r.Rows.Argmax = r.Rows.Argmax[1:] }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f := fileOf(t, tc.kind, 1, tc.accept)
			if v := only(t, f, plainly); !v.OK() {
				t.Fatalf("the record as it is: %s", v.Problem())
			}
			tc.corrupt(f.Records[0])
			v := only(t, f, plainly)
			if v.Outcome != harness.Differ || v.Problem() == "" {
				t.Errorf("%s: %s", v.Outcome, v.Problem())
			}
		})
	}
}

func nudge(tape []e2e.Draw) {
	for i := range tape {
		if !tape[i].Choice {
			tape[i].Uniform = math.Nextafter(tape[i].Uniform, 1)
			return
		}
	}
}

func choose(tape []e2e.Draw) {
	for i := range tape {
		if tape[i].Choice {
			tape[i].Token++
			return
		}
	}
}

func block(r *e2e.Record) *e2e.Copied {
	for i := range r.Events {
		if round := r.Events[i].Round; round != nil && round.Copied != nil && round.Copied.Block > 0 {
			c := *round.Copied
			round.Copied = &c
			return &c
		}
	}
	return nil
}

// TestAnEngineThatHidesFaultsDiffers: one that reads broken rows by an argmax, as the
// oracle does in places, gives the record's tokens where the oracle did, and is caught.
func TestAnEngineThatHidesFaultsDiffers(t *testing.T) {
	f := fileOf(t, e2e.Patch, 40, func(r *e2e.Record) bool { return r.FirstBad != nil && r.Params.Sampler.Greedy() })
	s := replayed(t, Options{}, func(m model.Model) model.Model { return hiding{m} }, f)
	if s.Total.Differ != s.Total.Total {
		t.Error(s.Line())
	}
}

// TestAnEngineThatSeesFaultsInHealthyRowsDiffers: one that cannot tell a legal mask
// from a broken row.
func TestAnEngineThatSeesFaultsInHealthyRowsDiffers(t *testing.T) {
	f := fileOf(t, e2e.Patch, 20, func(r *e2e.Record) bool { return r.FirstBad == nil && r.Fault.Kind == "mask" })
	s := replayed(t, Options{}, func(m model.Model) model.Model { return timid{m} }, f)
	if s.Total.Differ != s.Total.Total {
		t.Error(s.Line())
	}
}

// hiding puts a row with one high logit in place of each broken one: what an argmax
// over it would say.
type hiding struct{ model.Model }

func (h hiding) NewTrunk() (model.Trunk, error) {
	t, err := h.Model.NewTrunk()
	return changedTrunk{t, hide}, err
}

func (h hiding) NewHead() (model.Head, error) {
	d, err := h.Model.NewHead()
	return changedHead{d, hide}, err
}

func hide(row logits.Row) logits.Row {
	if _, err := logits.Check(row, nil, logits.Greedy); err == nil {
		return row
	}
	values := make([]float32, row.Width())
	row.Float32s(values)
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	clear(values)
	values[best] = 20
	return logits.F32(values)
}

// timid puts a NaN in place of each -Inf.
type timid struct{ model.Model }

func (m timid) NewTrunk() (model.Trunk, error) {
	t, err := m.Model.NewTrunk()
	return changedTrunk{t, fear}, err
}

func (m timid) NewHead() (model.Head, error) {
	d, err := m.Model.NewHead()
	return changedHead{d, fear}, err
}

func fear(row logits.Row) logits.Row {
	values := make([]float32, row.Width())
	row.Float32s(values)
	for i, v := range values {
		if math.IsInf(float64(v), -1) {
			values[i] = float32(math.NaN())
		}
	}
	return logits.F32(values)
}

type changedTrunk struct {
	model.Trunk
	change func(logits.Row) logits.Row
}

func (t changedTrunk) Forward(ctx context.Context, p model.Pass) (model.Window, error) {
	w, err := t.Trunk.Forward(ctx, p)
	for i := range w.Rows {
		w.Rows[i] = t.change(w.Rows[i])
	}
	return w, err
}

type changedHead struct {
	model.Head
	change func(logits.Row) logits.Row
}

func (h changedHead) Draft(ctx context.Context, hidden model.Hidden, token int) (logits.Row, model.Hidden, error) {
	row, next, err := h.Head.Draft(ctx, hidden, token)
	if err != nil {
		return row, next, err
	}
	return h.change(row), next, nil
}
