// Command probe uses all that package fault has, the same in both builds: it wraps a
// model, breaks a row of its prompt and says what became of it.
package main

import (
	"context"
	"fmt"
	"os"

	"rowproof/engine/fault"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func run(text string) error {
	plan, err := fault.Parse(text)
	if err != nil {
		return err
	}
	m, end := fault.Wrap(scripted.New(scripted.Script{}), plan)
	if err := prompt(m); err != nil {
		return err
	}
	return end()
}

func prompt(m model.Model) error {
	ctx := context.Background()
	trunk, err := m.NewTrunk()
	if err != nil {
		return err
	}
	if trunk, err = trunk.Clone(); err != nil {
		return err
	}
	w, err := trunk.Forward(ctx, model.Pass{Kind: model.Prefill, Tokens: []int{1}, Rows: model.LastRow})
	if err != nil {
		return err
	}
	if _, err := logits.CheckAll(w.Rows, nil, logits.Greedy); err != nil {
		return err
	}
	head, err := m.NewHead()
	if err != nil {
		return err
	}
	if head, err = head.Clone(); err != nil {
		return err
	}
	row, _, err := head.Draft(ctx, w.Hidden, 1)
	if err != nil {
		return err
	}
	if p, ok := m.(model.Persistent); ok {
		return keep(p, &model.State{Tokens: []int{1}, Trunk: trunk, Row: row, Hidden: w.Hidden})
	}
	return nil
}

func keep(p model.Persistent, s *model.State) error {
	if _, err := p.Identity(); err != nil {
		return err
	}
	tensors, err := p.Export(s)
	if err != nil {
		return err
	}
	_, err = p.Import(s.Tokens, s.Row, tensors)
	return err
}
