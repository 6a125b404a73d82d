package modelprove

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rowproof/harness/e2erecord"
	"rowproof/harness/modelmake"
)

// Prove holds a clean folder, and our engine on it, against the oracle. What differs
// is in the proof. An error is of the folder (ErrModel), of the oracle
// (e2erecord.ErrOracle, e2erecord.ErrRefused, ErrAnswer) or the end of ctx.
//
// A folder without a build_note.json is held against the bound of its dtype alone. Of
// one with a note, copies are made below a temporary folder: poisoned ones, and one in
// float32.
func Prove(ctx context.Context, e e2erecord.Engine, dir string) (*Proof, error) {
	f, err := open(dir)
	if err != nil {
		return nil, err
	}
	defer f.model.Close()
	v := &prover{engine: e, folder: f}
	if err := v.prove(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return &Proof{Model: filepath.Base(f.dir), DType: f.dtype, Lines: v.lines}, nil
}

// prover is one folder being proven.
type prover struct {
	engine e2erecord.Engine
	*folder
	asked []asked // the prompts on the folder itself, shortest first
	lines []Line
}

// asked is a prompt with what each side says of it.
type asked struct {
	tokens       []int
	oracle, ours *rows
}

func (v *prover) prove(ctx context.Context) error {
	var err error
	if v.asked, err = v.prompts(ctx, v.dir, "", bounds[v.dtype]); err != nil || !v.noted {
		return err
	}
	temp, err := os.MkdirTemp("", "rowproof-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if _, ok := halves[v.dtype]; ok {
		if err := v.widened(ctx, filepath.Join(temp, "float32")); err != nil {
			return err
		}
	}
	if len(v.note.Channels) == 0 {
		return nil
	}
	s, err := v.stage()
	if err != nil {
		return err
	}
	for _, k := range modelmake.Kinds() {
		if _, ok := v.note.Channels[k]; !ok {
			continue
		}
		if err := v.poison(ctx, s, k, filepath.Join(temp, string(k))); err != nil {
			return fmt.Errorf("poison %s: %w", k, err)
		}
	}
	return nil
}

// prompts holds our rows of all prompts against those that the oracle gives on a folder
// of the same weights.
func (v *prover) prompts(ctx context.Context, dir, suffix string, b Bound) ([]asked, error) {
	var all []asked
	for _, g := range groups {
		line := Line{Name: g.name + suffix, Stated: b.String()}
		for _, tokens := range g.prompts(v.model.Vocabulary(), v.model.Context()) {
			a, err := v.both(ctx, dir, tokens)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", named(tokens), err)
			}
			all = append(all, a)
			line.compare(b, a)
		}
		v.lines = append(v.lines, line)
	}
	return all, nil
}

func (v *prover) both(ctx context.Context, dir string, tokens []int) (asked, error) {
	a := asked{tokens: tokens}
	var err error
	if a.oracle, err = ask(ctx, v.engine, dir, v.model.Vocabulary(), tokens, drafts); err != nil {
		return a, err
	}
	a.ours, err = forward(ctx, v.model, tokens, a.oracle.inputs())
	return a, err
}

// widened holds our rows against those of the oracle in float32.
func (v *prover) widened(ctx context.Context, dir string) error {
	if err := widen(v.dir, dir); err != nil {
		return fmt.Errorf("%w: %w", ErrModel, err)
	}
	defer os.RemoveAll(dir)
	_, err := v.prompts(ctx, dir, ", oracle in float32", bounds["F32"])
	return err
}
