package scripted_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

// kept is the state at the end of the script, by a model that follows it.
func kept(t *testing.T, s scripted.Script) (*scripted.Model, *model.State) {
	t.Helper()
	m := scripted.New(s)
	depth := 2
	if s.Headless {
		depth = 0
	}
	r, err := generate.Run(context.Background(), m, generate.Request{Prompt: s.Prompt, MaxTokens: len(s.Answer), Depth: depth, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	return m, r.End
}

func exported(t *testing.T, m *scripted.Model, s *model.State) []model.Tensor {
	t.Helper()
	tensors, err := m.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	return tensors
}

// TestAnImportedStateGoesOn in a model with a longer script, of another process as it
// were, and exports the same.
func TestAnImportedStateGoesOn(t *testing.T) {
	for _, headless := range []bool{false, true} {
		first := script
		first.Headless = headless
		m, s := kept(t, first)
		next := scripted.Script{Prompt: []int{1, 2, 3, 4, 5, 6}, Answer: []int{7, 1, 2}, Headless: headless}
		again := scripted.New(next)
		restored, err := again.Import(s.Tokens, s.Row, exported(t, m, s))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(exported(t, m, s), exported(t, again, restored)); d != "" {
			t.Error(d)
		}
		r := generate.Request{Prompt: next.Prompt, MaxTokens: 3, Start: restored, Depth: 2}
		if headless {
			r.Depth = 0
		}
		got, err := generate.Run(context.Background(), again, r)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(next.Answer, got.Tokens); d != "" || got.Reused != 5 {
			t.Errorf("%d reused; %s", got.Reused, d)
		}
		if c := again.Complaints(); len(c) > 0 {
			t.Error(c)
		}
	}
}

// TestAnImportedStateComplains of what was wrong before it was exported, and of what
// is wrong for the text that it serves.
func TestAnImportedStateComplains(t *testing.T) {
	m, s := kept(t, script)
	tensors := exported(t, m, s)
	other := script
	other.Answer = []int{3, 6, 5}
	for what, c := range map[string]struct {
		m    *scripted.Model
		do   func(s *model.State)
		says string
	}{
		"another text": {scripted.New(other), func(s *model.State) {
			forward(t, s.Trunk, model.Pass{Tokens: []int{0}})
		}, "token 3 of the trunk is 4, the text has 6"},
		"a pair too few": {scripted.New(script), func(s *model.State) {
			_ = s.Head.Truncate(3)
			_ = s.Head.Append(context.Background(), s.Hidden, []int{0})
		}, "history goes from the pair of token 3 to that of token 5"},
	} {
		restored, err := c.m.Import(s.Tokens, s.Row, tensors)
		if err != nil {
			t.Fatal(err)
		}
		c.do(restored)
		if got := strings.Join(c.m.Complaints(), "; "); got != c.says {
			t.Errorf("%s: %q", what, got)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	m, s := kept(t, script)
	headless := script
	headless.Headless = true
	without := scripted.New(headless)
	for what, c := range map[string]struct {
		m      *scripted.Model
		tokens []int
		change func(x []model.Tensor) []model.Tensor
	}{
		"other tokens":       {m, s.Tokens[1:], func(x []model.Tensor) []model.Tensor { return x }},
		"no tokens":          {m, nil, func(x []model.Tensor) []model.Tensor { return x }},
		"a head for none":    {without, s.Tokens, func(x []model.Tensor) []model.Tensor { return x }},
		"without a trunk":    {m, s.Tokens, func(x []model.Tensor) []model.Tensor { return x[1:] }},
		"without hidden":     {m, s.Tokens, func(x []model.Tensor) []model.Tensor { return x[:2] }},
		"twice":              {m, s.Tokens, func(x []model.Tensor) []model.Tensor { return append(x, x[0]) }},
		"unknown":            {m, s.Tokens, func(x []model.Tensor) []model.Tensor { x[2].Name = "x"; return x }},
		"shape":              {m, s.Tokens, func(x []model.Tensor) []model.Tensor { x[1].Shape = []int{2, 2}; return x }},
		"values":             {m, s.Tokens, func(x []model.Tensor) []model.Tensor { x[0].Values = x[0].Values[1:]; return x }},
		"no number":          {m, s.Tokens, func(x []model.Tensor) []model.Tensor { x[0].Values[0] = float32(math.NaN()); return x }},
		"half a number":      {m, s.Tokens, func(x []model.Tensor) []model.Tensor { x[1].Values[0] = 1.5; return x }},
		"a number too large": {m, s.Tokens, func(x []model.Tensor) []model.Tensor { x[1].Values[0] = 1e30; return x }},
	} {
		if restored, err := c.m.Import(c.tokens, s.Row, c.change(exported(t, m, s))); restored != nil || !errors.Is(err, model.ErrState) {
			t.Errorf("%s: %v, %v", what, restored, err)
		}
	}
	if _, err := m.Import(s.Tokens, logits.F32(make([]float32, 3)), exported(t, m, s)); !errors.Is(err, model.ErrState) {
		t.Errorf("a short row: %v", err)
	}
}

func TestExportRefuses(t *testing.T) {
	m, s := kept(t, script)
	if _, err := scripted.New(script).Export(s); !errors.Is(err, model.ErrState) {
		t.Errorf("a state of another model: %v", err)
	}
	for what, change := range map[string]func(s *model.State){
		"tokens": func(s *model.State) { s.Tokens = s.Tokens[1:] },
		"hidden": func(s *model.State) { s.Hidden = s.Hidden.Concat(s.Hidden) },
		"pairs":  func(s *model.State) { _ = s.Head.Truncate(1) },
	} {
		c, err := s.Clone()
		if err != nil {
			t.Fatal(err)
		}
		change(c)
		if _, err := m.Export(c); !errors.Is(err, model.ErrState) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestIdentityIsTheNames: what a script says, faults included, does not change which
// states it takes.
func TestIdentityIsTheNames(t *testing.T) {
	of := func(change func(s *scripted.Script)) [32]byte {
		s := script
		change(&s)
		sum, err := scripted.New(s).Identity()
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	same := of(func(*scripted.Script) {})
	if of(func(s *scripted.Script) {
		s.Answer, s.Faults = []int{1}, map[scripted.Place]scripted.Fault{{Token: 1}: scripted.NaN}
	}) != same {
		t.Error("another answer is another model")
	}
	sums := [][32]byte{
		same,
		of(func(s *scripted.Script) { s.Name = "b" }),
		of(func(s *scripted.Script) { s.Headless = true }),
		of(func(s *scripted.Script) { s.Flat = true }),
	}
	for i, sum := range sums {
		if slices.Index(sums, sum) != i {
			t.Errorf("%d: the identity of another model", i)
		}
	}
}

// TestSettled: a trunk that was settled, and a copy, cannot keep a part of a window.
func TestSettled(t *testing.T) {
	_, trunk, _ := start(t, script)
	forward(t, trunk, model.Pass{Tokens: []int{1, 2}, Capture: true})
	clone := must(trunk.Clone())
	trunk.Settle()
	for _, c := range []model.Trunk{clone, trunk} {
		if err := c.Keep(1); !errors.Is(err, model.ErrRewind) || c.Len() != 2 {
			t.Errorf("%v, %d tokens", err, c.Len())
		}
	}
}
