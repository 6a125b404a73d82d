package qwen

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"rowproof/engine/device"
	"rowproof/engine/model"
)

// TestHeadGoesBack: a head is what a fresh one is after the pairs that are left,
// appended at once, one by one or drafted.
func TestHeadGoesBack(t *testing.T) {
	for _, name := range models[:2] { // a deeper one has the same layers
		t.Run(name, func(t *testing.T) {
			m := tiny(t, name)
			ids := tokens(24, 10)
			states := forward(t, newTrunk(t, m), model.Pass{Tokens: ids}).Hidden
			rapid.Check(t, func(t *rapid.T) { headGoesBack(t, m, states, ids) })
		})
	}
}

func headGoesBack(t *rapid.T, m *Model, states model.Hidden, ids []int) {
	var head model.Head = newHead(t, m)
	var picked []int // pair i is hidden state i and token i+1
	ctx := context.Background()
	pair := rapid.IntRange(0, len(ids)-2)
	give := func(pairs []int) (model.Hidden, []int) {
		var h model.Hidden = hidden{}
		var after []int
		for _, i := range pairs {
			h, after = h.Concat(states.Slice(i, i+1)), append(after, ids[i+1])
		}
		return h, after
	}
	t.Repeat(map[string]func(*rapid.T){
		"append": func(t *rapid.T) {
			more := rapid.SliceOfN(pair, 0, 5).Draw(t, "pairs")
			h, after := give(more)
			if err := head.Append(ctx, h, after); err != nil {
				t.Fatal(err)
			}
			picked = append(picked, more...)
		},
		"draft": func(t *rapid.T) {
			i := pair.Draw(t, "pair")
			row, next, err := head.Draft(ctx, states.Slice(i, i+1), ids[i+1])
			if err != nil || row.Width() != 384 || next.Len() != 1 {
				t.Fatal(row.Width(), err)
			}
			picked = append(picked, i)
		},
		"truncate": func(t *rapid.T) {
			n := rapid.IntRange(-1, len(picked)+1).Draw(t, "n")
			err := head.Truncate(n)
			if n < 0 || n > len(picked) {
				if !errors.Is(err, model.ErrRewind) {
					t.Fatalf("%d of %d: %v", n, len(picked), err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			picked = picked[:n:n]
		},
		"clone": func(t *rapid.T) {
			twin, err := head.Clone()
			if err != nil {
				t.Fatal(err)
			}
			head, twin = twin, head
			if _, _, err := twin.Draft(ctx, states.Slice(3, 4), 5); err != nil {
				t.Fatal(err)
			}
		},
		"refused": func(t *rapid.T) {
			if err := head.Append(ctx, states.Slice(0, 2), []int{1}); !errors.Is(err, device.ErrShape) {
				t.Fatal(err)
			}
			if _, _, err := head.Draft(ctx, states.Slice(0, 1), 384); !errors.Is(err, model.ErrToken) {
				t.Fatal(err)
			}
		},
		"": func(t *rapid.T) {
			if head.Len() != len(picked) {
				t.Fatalf("length %d, want %d", head.Len(), len(picked))
			}
		},
	})

	fresh := newHead(t, m)
	h, after := give(picked)
	if err := fresh.Append(ctx, h, after); err != nil {
		t.Fatal(err)
	}
	got, gotNext, err := head.Draft(ctx, states.Slice(7, 8), 9)
	if err != nil {
		t.Fatal(err)
	}
	want, wantNext, err := fresh.Draft(ctx, states.Slice(7, 8), 9)
	if err != nil {
		t.Fatal(err)
	}
	if !sameBits(values(got), values(want)) || !sameBits(hiddenValues(t, m, gotNext), hiddenValues(t, m, wantNext)) {
		t.Fatalf("not what the pairs %v give in a fresh head", picked)
	}
}

// TestHeadBeyondAChunk: a long history is appended in chunks, to the same bits.
func TestHeadBeyondAChunk(t *testing.T) {
	m := tiny(t, "tiny-f32")
	ids := tokens(chunk+300, 11)
	states := forward(t, newTrunk(t, m), model.Pass{Tokens: ids}).Hidden
	n := len(ids) - 1
	var rows [][]float32
	for _, size := range []int{n, 255, chunk - 1} {
		head := newHead(t, m)
		for from := 0; from < n; from += size {
			to := min(from+size, n)
			if err := head.Append(context.Background(), states.Slice(from, to), ids[from+1:to+1]); err != nil {
				t.Fatal(err)
			}
		}
		row, _, err := head.Draft(context.Background(), states.Slice(n, n+1), 3)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, values(row))
	}
	for _, row := range rows[1:] {
		if !sameBits(row, rows[0]) {
			t.Error("another row")
		}
	}
}

// foreign are hidden states of some other model.
type foreign struct{ n int }

func (f foreign) Len() int                           { return f.n }
func (f foreign) Slice(from, to int) model.Hidden    { return foreign{to - from} }
func (f foreign) Concat(h model.Hidden) model.Hidden { return foreign{f.n + h.Len()} }

func TestHeadRefuses(t *testing.T) {
	m := tiny(t, "tiny-f32")
	ctx := context.Background()
	own := forward(t, newTrunk(t, m), model.Pass{Tokens: []int{1, 2}}).Hidden
	other := forward(t, newTrunk(t, tiny(t, "tiny-8l")), model.Pass{Tokens: []int{1}}).Hidden
	head := newHead(t, m)
	for name, c := range map[string]struct {
		hidden model.Hidden
		tokens []int
		err    error
	}{
		"another model":        {other, []int{1}, device.ErrForeign},
		"another package":      {foreign{1}, []int{1}, device.ErrForeign},
		"another model inside": {own.Concat(other), []int{1, 2, 3}, device.ErrForeign},
		"another package's":    {own.Concat(foreign{2}).Slice(1, 3), []int{1, 2}, device.ErrForeign},
		"nothing":              {nil, []int{1}, device.ErrForeign},
		"too few":              {own, []int{1, 2, 3}, device.ErrShape},
		"no tokens":            {own, nil, device.ErrShape},
		"token":                {own, []int{1, -1}, model.ErrToken},
	} {
		if err := head.Append(ctx, c.hidden, c.tokens); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", name, err, c.err)
		}
	}
	if _, _, err := head.Draft(ctx, own, 1); !errors.Is(err, device.ErrShape) {
		t.Errorf("two hidden states for a draft: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := head.Draft(cancelled, own.Slice(0, 1), 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if head.Len() != 0 {
		t.Fatalf("%d pairs after nothing but errors", head.Len())
	}
	row, _, err := head.Draft(ctx, own.Slice(1, 2), 5)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := newHead(t, m).Draft(ctx, own.Slice(1, 2), 5)
	if err != nil {
		t.Fatal(err)
	}
	if !sameBits(values(row), values(want)) {
		t.Error("errors changed the head")
	}
}

func TestHeadToTheEndOfTheContext(t *testing.T) {
	p := partsOf(t)
	p.text["max_position_embeddings"] = 3
	m := load(t, p.write(t))
	states := forward(t, newTrunk(t, m), model.Pass{Tokens: []int{1, 2, 3}}).Hidden
	head := newHead(t, m)
	if err := head.Append(context.Background(), states, []int{2, 3, 4}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := head.Draft(context.Background(), states.Slice(0, 1), 4); !errors.Is(err, model.ErrContext) {
		t.Error(err)
	}
}

// TestHidden: slices and joins of hidden states against those of a list.
func TestHidden(t *testing.T) {
	m := tiny(t, "tiny-f32")
	all := forward(t, newTrunk(t, m), model.Pass{Tokens: tokens(9, 12)}).Hidden
	width := m.config.Hidden
	list := hiddenValues(t, m, all)
	rapid.Check(t, func(t *rapid.T) {
		var h model.Hidden = hidden{}
		var want []float32
		part := func(n int) (int, int) {
			from := rapid.IntRange(0, n).Draw(t, "from")
			return from, rapid.IntRange(from, n).Draw(t, "to")
		}
		for range rapid.IntRange(0, 4).Draw(t, "joins") {
			from, to := part(9)
			h, want = h.Concat(all.Slice(from, to)), append(want, list[from*width:to*width]...)
		}
		from, to := part(h.Len())
		got := h.Slice(from, to)
		if got.Len() != to-from || !slices.Equal(hiddenValues(t, m, got), want[from*width:to*width]) {
			t.Fatalf("[%d:%d] of %d", from, to, h.Len())
		}
	})
	for _, bad := range [][2]int{{-1, 0}, {0, 10}, {5, 4}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("[%d:%d] of 9", bad[0], bad[1])
				}
			}()
			all.Slice(bad[0], bad[1])
		}()
	}
}
