package qwen

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/model"
)

// shadow is what a trunk should be: its tokens, and for each the forward that
// appended it, by which places are told apart.
type shadow struct {
	trunk    model.Trunk
	ids      []int
	origin   []int
	window   int
	captured bool
}

type there struct {
	mark   model.Mark
	ids    []int
	origin []int
}

func (s *shadow) cutTo(n int) { s.ids, s.origin = s.ids[:n:n], s.origin[:n:n] }

// TestTrunkGoesBack: whatever forwards, keeps, rewinds and clones came before, a
// trunk is what a fresh one is after the tokens that are left, bit for bit.
func TestTrunkGoesBack(t *testing.T) {
	for _, name := range models[:2] { // a deeper one has the same layers
		t.Run(name, func(t *testing.T) {
			m := tiny(t, name)
			rapid.Check(t, func(t *rapid.T) { goBack(t, m) })
		})
	}
}

func goBack(t *rapid.T, m *Model) {
	s := &shadow{trunk: newTrunk(t, m)}
	var marks []there
	serial := 0
	ids := rapid.SliceOfN(rapid.IntRange(0, 383), 1, 6)
	t.Repeat(map[string]func(*rapid.T){
		"forward": func(t *rapid.T) {
			p := model.Pass{Tokens: ids.Draw(t, "tokens"), Capture: rapid.Bool().Draw(t, "capture"), Rows: rapid.SampledFrom([]model.Rows{model.NoRows, model.LastRow, model.AllRows}).Draw(t, "rows")}
			w := forward(t, s.trunk, p)
			if want := map[model.Rows]int{model.LastRow: 1, model.AllRows: len(p.Tokens)}[p.Rows]; len(w.Rows) != want || w.Hidden.Len() != len(p.Tokens) {
				t.Fatalf("%d rows, %d hidden states", len(w.Rows), w.Hidden.Len())
			}
			serial++
			s.ids = append(s.ids, p.Tokens...)
			for range p.Tokens {
				s.origin = append(s.origin, serial)
			}
			s.window, s.captured = len(p.Tokens), p.Capture
		},
		"keep": func(t *rapid.T) {
			n := rapid.IntRange(0, s.window+1).Draw(t, "n")
			err := s.trunk.Keep(n)
			if n < 1 || n > s.window || !s.captured {
				if !errors.Is(err, model.ErrRewind) {
					t.Fatalf("keep %d of %d: %v", n, s.window, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			s.cutTo(len(s.ids) - s.window + n)
			s.window = n
		},
		"mark": func(t *rapid.T) {
			mark, err := s.trunk.Mark()
			if err != nil || mark.Len() != len(s.ids) {
				t.Fatal(mark, err)
			}
			marks = append(marks, there{mark, slices.Clone(s.ids), slices.Clone(s.origin)})
		},
		"rewind": func(t *rapid.T) {
			if len(marks) == 0 {
				t.Skip("no mark")
			}
			to := rapid.SampledFrom(marks).Draw(t, "mark")
			err := s.trunk.Rewind(to.mark)
			if len(to.origin) > len(s.origin) || !slices.Equal(to.origin, s.origin[:len(to.origin)]) {
				if !errors.Is(err, model.ErrRewind) {
					t.Fatalf("rewound to what is gone: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			s.cutTo(len(to.ids))
			s.window, s.captured = 0, false
		},
		"settle": func(*rapid.T) {
			s.trunk.Settle()
			s.window, s.captured = 0, false
		},
		"clone": func(t *rapid.T) {
			twin, err := s.trunk.Clone()
			if err != nil {
				t.Fatal(err)
			}
			other := twin
			if rapid.Bool().Draw(t, "go on with the clone") {
				s.trunk, other = twin, s.trunk
				s.window, s.captured = 0, false
			}
			// What the other does must not matter.
			forward(t, other, model.Pass{Tokens: ids.Draw(t, "other tokens"), Capture: true})
			if err := other.Keep(1); err != nil {
				t.Fatal(err)
			}
		},
		"": func(t *rapid.T) {
			if s.trunk.Len() != len(s.ids) {
				t.Fatalf("length %d, want %d", s.trunk.Len(), len(s.ids))
			}
		},
	})

	probe := []int{17, 4}
	got := forward(t, s.trunk, model.Pass{Tokens: probe, Rows: model.AllRows})
	fresh := newTrunk(t, m)
	if len(s.ids) > 0 {
		forward(t, fresh, model.Pass{Tokens: s.ids})
	}
	want := forward(t, fresh, model.Pass{Tokens: probe, Rows: model.AllRows})
	if !sameRows(got.Rows, want.Rows) || !sameBits(hiddenValues(t, m, got.Hidden), hiddenValues(t, m, want.Hidden)) {
		t.Fatalf("not what %v gives in a fresh trunk", s.ids)
	}
}

// TestHiddenStatesOutlive: what a forward gave is not changed by later ones.
func TestHiddenStatesOutlive(t *testing.T) {
	m := tiny(t, "tiny-f32")
	trunk := newTrunk(t, m)
	w := forward(t, trunk, model.Pass{Tokens: tokens(5, 8), Rows: model.AllRows, Capture: true})
	states, row := hiddenValues(t, m, w.Hidden), values(w.Rows[4])
	if err := trunk.Keep(2); err != nil {
		t.Fatal(err)
	}
	forward(t, trunk, model.Pass{Tokens: tokens(5, 9), Rows: model.AllRows, Capture: true})
	if !sameBits(states, hiddenValues(t, m, w.Hidden)) || !sameBits(row, values(w.Rows[4])) {
		t.Error("changed by a later forward")
	}
}

type strangeMark struct{}

func (strangeMark) Len() int { return 0 }

func TestRewindRefusesStrangers(t *testing.T) {
	other, err := newTrunk(t, tiny(t, "tiny-8l")).Mark()
	if err != nil {
		t.Fatal(err)
	}
	trunk := newTrunk(t, tiny(t, "tiny-f32"))
	for _, m := range []model.Mark{nil, strangeMark{}, (*mark)(nil), other} {
		if err := trunk.Rewind(m); !errors.Is(err, model.ErrRewind) {
			t.Errorf("%T: %v", m, err)
		}
	}
}

// TestSettleLetsGo of the capture, which is as large as the state for each token.
func TestSettleLetsGo(t *testing.T) {
	trunk := newTrunk(t, tiny(t, "tiny-f32"))
	forward(t, trunk, model.Pass{Tokens: tokens(4, 9), Capture: true})
	clone, err := trunk.Clone()
	if err != nil {
		t.Fatal(err)
	}
	if clone.(*Trunk).captured != nil {
		t.Error("a clone holds a capture that it cannot go back to")
	}
	if err := trunk.Keep(3); err != nil {
		t.Error("the original cannot go back any more:", err)
	}
	trunk.Settle()
	if trunk.captured != nil {
		t.Error("a settled trunk holds a capture")
	}
	for _, settled := range []model.Trunk{clone, trunk} {
		if err := settled.Keep(1); !errors.Is(err, model.ErrRewind) {
			t.Error(err)
		}
	}
}
