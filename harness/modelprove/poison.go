package modelprove

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"rowproof/engine/device/cpu"
	"rowproof/engine/qwen"
	"rowproof/harness/e2erecord"
	"rowproof/harness/modelmake"
)

// side computes rows on a poisoned folder: the oracle or we. The oracle takes its own
// best tokens as inputs of the draft rows.
type side func(tokens, inputs []int) (*rows, error)

// poison makes a copy of the folder with a trigger and proves four things: that the
// trigger breaks the row that its kind says and no other, for the oracle and for us in
// the same logits; and that the healthy prompt has the bits of the clean folder, for
// the oracle and for us.
func (v *prover) poison(ctx context.Context, s *stage, k modelmake.Kind, dir string) error {
	if err := modelmake.Poison(v.dir, dir, []modelmake.Trigger{{Kind: k, Token: s.trigger}}); err != nil {
		return fmt.Errorf("%w: %w", ErrModel, err)
	}
	defer os.RemoveAll(dir) // one copy at a time
	m, err := qwen.Load(dir, cpu.New())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrModel, err)
	}
	defer m.Close()
	oracle := func(tokens, inputs []int) (*rows, error) {
		return ask(ctx, v.engine, dir, m.Vocabulary(), tokens, len(inputs))
	}
	ours := func(tokens, inputs []int) (*rows, error) { return forward(ctx, m, tokens, inputs) }

	want := stated(k, v.note, m.Vocabulary())
	line := Line{Name: string(k), Stated: "trunk row: " + want.String()}
	if k.Draft() {
		line.Stated = "draft row: " + want.String()
	}
	theirs, err := s.show(k, oracle)
	if err != nil {
		return err
	}
	line.hold("the oracle", theirs.judge(want))
	own, err := s.show(k, ours)
	if err != nil {
		return err
	}
	line.hold("we", errors.Join(own.judge(want), own.sameLogits(theirs)))

	for _, healthy := range []struct {
		name  string
		rows  side
		clean *rows
	}{{"the oracle", oracle, s.healthy.oracle}, {"we", ours, s.healthy.ours}} {
		got, err := healthy.rows(s.healthy.tokens, healthy.clean.inputs())
		if err != nil {
			return err
		}
		line.hold(healthy.name+", healthy "+named(s.healthy.tokens), healthy.clean.sameBits(got))
	}
	v.lines = append(v.lines, line)
	return nil
}

// shown is what a trigger does.
type shown struct {
	broken  []float32          // the row that the kind breaks
	input   string             // why that is not the row of the trigger, or ""
	healthy []e2erecord.Census // of all other rows
}

// show has a side meet the trigger: at the end of a prompt, which shows the trunk, and
// for a d-kind as the input of a draft row.
func (s *stage) show(k modelmake.Kind, rows side) (*shown, error) {
	after, err := rows(append(slices.Clone(s.prefix), s.trigger), nil)
	if err != nil {
		return nil, err
	}
	if !k.Draft() {
		return &shown{broken: after.last, healthy: after.census[:len(s.prefix)]}, nil
	}
	before, err := rows(s.prefix, []int{s.trigger})
	if err != nil {
		return nil, err
	}
	d := before.drafts[0]
	seen := &shown{broken: d.row, healthy: slices.Concat(after.census, before.census)}
	if d.input != s.trigger {
		seen.input = fmt.Sprintf("the draft row is behind token %d, not the trigger %d", d.input, s.trigger)
	}
	return seen, nil
}

// judge holds what was shown against what the kind states.
func (s *shown) judge(want e2erecord.Census) error {
	if s.input != "" {
		return errors.New(s.input)
	}
	if got := count(s.broken); got != want {
		return fmt.Errorf("the trigger's row is %v, stated %v", got, want)
	}
	for _, c := range s.healthy {
		if c != (e2erecord.Census{}) {
			return fmt.Errorf("another row is %v", c)
		}
	}
	return nil
}

// sameLogits says which logit of the broken row is NaN, infinite or finite where the
// oracle's is something else.
func (s *shown) sameLogits(oracle *shown) error {
	for id, v := range oracle.broken {
		if classOf(v) != classOf(s.broken[id]) {
			return fmt.Errorf("logit %d of the trigger's row is %g, the oracle's is %g", id, s.broken[id], v)
		}
	}
	return nil
}
