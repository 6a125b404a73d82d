package qwen

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rowproof/engine/device"
	"rowproof/engine/device/cpu"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// TestImportedStateGoesOn: whatever a state comes from, a model that was loaded again
// goes on from what was exported as the first one does: the same answers, rows, hidden
// states, drafts and exports.
func TestImportedStateGoesOn(t *testing.T) {
	for _, name := range models {
		t.Run(name, func(t *testing.T) {
			m, again := tiny(t, name), load(t, receipt(name))
			rapid.Check(t, func(t *rapid.T) {
				s := someState(t, m)
				restored := reimport(t, m, again, s)
				sameExports(t, m, s, again, restored)
				nextTurn(t, m, s, again, restored)
				stepByStep(t, m, s, again, restored)
			})
		})
	}
}

var text = rapid.IntRange(0, 379) // the others are for poison

// someState is the state behind a prompt or an answer, in some lane.
func someState(t *rapid.T, m *Model) *model.State {
	r := generate.Request{Prompt: rapid.SliceOfN(text, 1, 8).Draw(t, "prompt"), MaxTokens: rapid.IntRange(1, 6).Draw(t, "answer"), Keep: true}
	for range rapid.IntRange(0, 1).Draw(t, "repeats") { // something to copy
		r.Prompt = append(r.Prompt, r.Prompt...)
	}
	if r.Depth = rapid.IntRange(0, 3).Draw(t, "depth"); r.Depth > 0 {
		r.Lane = rapid.SampledFrom(generate.Lanes).Draw(t, "lane")
	}
	got, err := generate.Run(context.Background(), m, r)
	if err != nil {
		t.Fatal(err)
	}
	return rapid.SampledFrom([]*model.State{got.Prompt, got.End}).Draw(t, "cut")
}

func reimport(t fataler, from, to *Model, s *model.State) *model.State {
	t.Helper()
	tensors, err := from.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	restored, err := to.Import(s.Tokens, s.Row, tensors)
	if err != nil {
		t.Fatal(err)
	}
	if (restored.Head == nil) != (s.Head == nil) {
		t.Fatal("a head came or went")
	}
	return restored
}

func sameExports(t fataler, m *Model, s *model.State, again *Model, restored *model.State) {
	t.Helper()
	want, err := m.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := again.Export(restored)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Tokens, restored.Tokens) || !sameBits(values(s.Row), values(restored.Row)) {
		t.Fatal("other tokens or another row")
	}
	if !slices.EqualFunc(want, got, func(a, b model.Tensor) bool {
		return a.Name == b.Name && slices.Equal(a.Shape, b.Shape) && sameBits(a.Values, b.Values)
	}) {
		t.Fatal("other tensors")
	}
}

// nextTurn goes on from copies of both states with one request.
func nextTurn(t *rapid.T, m *Model, s *model.State, again *Model, restored *model.State) {
	more := rapid.SliceOfN(text, 0, 5).Draw(t, "next prompt")
	r := generate.Request{Prompt: slices.Concat(s.Tokens, more), MaxTokens: rapid.IntRange(1, 5).Draw(t, "next answer"), Keep: true}
	if r.Depth = rapid.IntRange(0, 3).Draw(t, "next depth"); r.Depth > 0 {
		r.Lane = rapid.SampledFrom(generate.Lanes).Draw(t, "next lane")
	}
	if s.Head == nil && r.Committed() {
		r.Lane = generate.Lane{Settle: generate.Reforward, History: generate.Cycle}
	}
	run := func(m *Model, s *model.State) (generate.Result, []generate.Event) {
		var events []generate.Event
		r := r
		r.OnEvent = func(e generate.Event) { events = append(events, e) }
		var err error
		if r.Start, err = s.Clone(); err != nil {
			t.Fatal(err)
		}
		got, err := generate.Run(context.Background(), m, r)
		if err != nil {
			t.Fatal(err)
		}
		return got, events
	}
	want, wantEvents := run(m, s)
	got, gotEvents := run(again, restored)
	sameExports(t, m, want.End, again, got.End)
	sameExports(t, m, want.Prompt, again, got.Prompt)
	if d := cmp.Diff(wantEvents, gotEvents); d != "" {
		t.Fatal(d)
	}
}

// stepByStep does the same to both states and looks at everything that comes out.
func stepByStep(t *rapid.T, m *Model, s *model.State, again *Model, restored *model.State) {
	same := func(what string, a, b []logits.Row, h, k model.Hidden) {
		if !sameRows(a, b) || !sameBits(hiddenValues(t, m, h), hiddenValues(t, again, k)) {
			t.Fatalf("%s: other values", what)
		}
	}
	both := func(do func(s *model.State) error) {
		for _, s := range []*model.State{s, restored} {
			if err := do(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	last, lastAgain := s.Hidden, restored.Hidden
	for range rapid.IntRange(1, 2).Draw(t, "rounds") {
		ids := rapid.SliceOfN(text, 1, 5).Draw(t, "tokens")
		if s.Head != nil {
			a, h, err := s.Head.Draft(context.Background(), last, ids[0])
			b, k, errAgain := restored.Head.Draft(context.Background(), lastAgain, ids[0])
			if err != nil || errAgain != nil {
				t.Fatal(err, errAgain)
			}
			same("draft", []logits.Row{a}, []logits.Row{b}, h, k)
		}
		var marks []model.Mark
		both(func(s *model.State) error {
			mark, err := s.Trunk.Mark()
			marks = append(marks, mark)
			return err
		})
		p := model.Pass{Tokens: ids, Rows: model.AllRows, Capture: true}
		w, x := forward(t, s.Trunk, p), forward(t, restored.Trunk, p)
		same("forward", w.Rows, x.Rows, w.Hidden, x.Hidden)
		n := rapid.IntRange(1, len(ids)).Draw(t, "keep")
		last, lastAgain = w.Hidden.Slice(n-1, n), x.Hidden.Slice(n-1, n)
		both(func(s *model.State) error { return s.Trunk.Keep(n) })
		if rapid.Bool().Draw(t, "rewind") {
			for i, s := range []*model.State{s, restored} {
				if err := s.Trunk.Rewind(marks[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// stateOf is the state of tokens, with a head.
func stateOf(t fataler, m *Model, ids []int) *model.State {
	t.Helper()
	trunk := newTrunk(t, m)
	w := forward(t, trunk, model.Pass{Tokens: ids, Rows: model.LastRow})
	n := len(ids)
	s := &model.State{Tokens: ids, Trunk: trunk, Row: w.Rows[0], Hidden: w.Hidden.Slice(n-1, n)}
	if m.draft != nil {
		head := newHead(t, m)
		if err := head.Append(context.Background(), w.Hidden.Slice(0, n-1), ids[1:]); err != nil {
			t.Fatal(err)
		}
		s.Head = head
	}
	return s
}

// TestImportKeepsEveryBit, that of a NaN too: whether a state may be gone on from is
// for the guard to say.
func TestImportKeepsEveryBit(t *testing.T) {
	m := tiny(t, "tiny-bf16")
	s := stateOf(t, m, tokens(7, 1))
	tensors, err := m.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	odd := []uint32{0x7fc00001, 0xff812345, 0x7f800000, 0xff800000, 0x80000000, 1}
	for _, x := range tensors {
		for i, bits := range odd {
			x.Values[(i*37)%len(x.Values)] = math.Float32frombits(bits)
		}
	}
	restored, err := m.Import(s.Tokens, s.Row, tensors)
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Export(restored)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range tensors {
		if !slices.EqualFunc(x.Values, again[i].Values, func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }) {
			t.Errorf("%s: other bits", x.Name)
		}
	}
}

// TestImportTakesNothingOver: what the caller does with the tensors and the tokens
// afterwards does not matter.
func TestImportTakesNothingOver(t *testing.T) {
	m := tiny(t, "tiny-f32")
	s := stateOf(t, m, tokens(5, 2))
	tensors, err := m.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	ids := slices.Clone(s.Tokens)
	restored, err := m.Import(ids, s.Row, tensors)
	if err != nil {
		t.Fatal(err)
	}
	ids[0] = 383
	for _, x := range tensors {
		for i := range x.Values {
			x.Values[i] = 99
		}
	}
	sameExports(t, m, s, m, restored)
}

// TestImportOfOneToken: a head without pairs is a head.
func TestImportOfOneToken(t *testing.T) {
	m := tiny(t, "tiny-f32")
	s := stateOf(t, m, []int{7})
	restored := reimport(t, m, m, s)
	row, _, err := restored.Head.Draft(context.Background(), restored.Hidden, 3)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := s.Head.Draft(context.Background(), s.Hidden, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !sameBits(values(row), values(want)) {
		t.Error("another draft")
	}
}

// TestImportForgetsMarks: a mark of the original would not be one of this state.
func TestImportForgetsMarks(t *testing.T) {
	m := tiny(t, "tiny-f32")
	s := stateOf(t, m, tokens(5, 3))
	mark, err := s.Trunk.Mark()
	if err != nil {
		t.Fatal(err)
	}
	restored := reimport(t, m, m, s)
	if err := restored.Trunk.Rewind(mark); !errors.Is(err, model.ErrRewind) {
		t.Error(err)
	}
	if err := restored.Trunk.Keep(1); !errors.Is(err, model.ErrRewind) {
		t.Error(err)
	}
}

// counted is a device that counts what it allocates, and has no more than it is given.
type counted struct {
	device.Device
	made, most atomic.Int64
}

var errFull = errors.New("no room left")

func (d *counted) take() error {
	if n := d.made.Add(1); d.most.Load() > 0 && n > d.most.Load() {
		return errFull
	}
	return nil
}

func (d *counted) Buffer(n int) (device.Buffer, error) {
	if err := d.take(); err != nil {
		return nil, err
	}
	return d.Device.Buffer(n)
}

func (d *counted) State(n int) (device.State, error) {
	if err := d.take(); err != nil {
		return nil, err
	}
	return d.Device.State(n)
}

func (d *counted) Vector(v []float32) (device.Buffer, error) {
	if err := d.take(); err != nil {
		return nil, err
	}
	return d.Device.Vector(v)
}

func loadCounted(t *testing.T, name string) (*Model, *counted) {
	t.Helper()
	d := &counted{Device: cpu.New()}
	m, err := Load(receipt(name), d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m, d
}

// TestImportRefuses what is no state of these tokens before it allocates anything.
func TestImportRefuses(t *testing.T) {
	m, d := loadCounted(t, "tiny-f32")
	s := stateOf(t, m, tokens(6, 4))
	type given struct {
		ids     []int
		row     logits.Row
		tensors []model.Tensor
	}
	find := func(g *given, name string) *model.Tensor {
		for i := range g.tensors {
			if g.tensors[i].Name == name {
				return &g.tensors[i]
			}
		}
		t.Fatal(name)
		return nil
	}
	drop := func(name string) func(g *given) {
		return func(g *given) {
			g.tensors = slices.DeleteFunc(g.tensors, func(x model.Tensor) bool { return x.Name == name })
		}
	}
	for name, c := range map[string]struct {
		change func(g *given)
		says   string
	}{
		"no tokens":             {func(g *given) { g.ids = nil }, "no tokens"},
		"one token less":        {func(g *given) { g.ids = g.ids[1:] }, `"trunk.3.keys": shape [6 2 32], want [5 2 32]`},
		"one token more":        {func(g *given) { g.ids = append(g.ids, 1) }, `"trunk.3.keys": shape`},
		"beyond the context":    {func(g *given) { g.ids = make([]int, 4097) }, "4097 tokens"},
		"token":                 {func(g *given) { g.ids[2] = 384 }, "384 of 384"},
		"row":                   {func(g *given) { g.row = logits.F32(make([]float32, 383)) }, "383 logits"},
		"nothing":               {func(g *given) { g.tensors = nil }, `"trunk.0.conv": missing`},
		"without recurrence":    {drop("trunk.1.delta"), `"trunk.1.delta": missing`},
		"without values":        {drop("trunk.3.values"), `"trunk.3.values": missing`},
		"without hidden":        {drop("hidden"), `"hidden": missing`},
		"half a head":           {drop("head.0.keys"), `"head.0.keys": missing`},
		"twice":                 {func(g *given) { g.tensors = append(g.tensors, *find(g, "trunk.2.conv")) }, `"trunk.2.conv": twice`},
		"unknown":               {func(g *given) { g.tensors = append(g.tensors, model.Tensor{Name: "trunk.4.conv"}) }, `"trunk.4.conv": no part`},
		"unknown of the head":   {func(g *given) { g.tensors = append(g.tensors, model.Tensor{Name: "head.1.keys"}) }, `"head.1.keys": no part`},
		"turned":                {func(g *given) { find(g, "trunk.0.conv").Shape = []int{256, 3} }, `"trunk.0.conv": shape [256 3], want [3 256]`},
		"flat":                  {func(g *given) { find(g, "head.0.values").Shape = []int{5 * 64} }, `"head.0.values": shape`},
		"negative":              {func(g *given) { find(g, "trunk.3.keys").Shape = []int{-6, -2, 32} }, `"trunk.3.keys": shape`},
		"values too few":        {func(g *given) { x := find(g, "trunk.0.delta"); x.Values = x.Values[1:] }, `"trunk.0.delta": 4095 values`},
		"values too many":       {func(g *given) { x := find(g, "hidden"); x.Values = append(x.Values, 1) }, `"hidden": 65 values`},
		"a name of some length": {func(g *given) { find(g, "hidden").Name = strings.Repeat("x", 1<<20) }, "hidden"},
	} {
		tensors, err := m.Export(s)
		if err != nil {
			t.Fatal(err)
		}
		g := given{slices.Clone(s.Tokens), s.Row, tensors}
		c.change(&g)
		before := d.made.Load()
		restored, err := m.Import(g.ids, g.row, g.tensors)
		if restored != nil || !errors.Is(err, model.ErrState) || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 1000 {
			t.Errorf("%s: %v, %.500v; want %s", name, restored, err, c.says)
		}
		if n := d.made.Load() - before; n != 0 {
			t.Errorf("%s: %d allocations", name, n)
		}
	}
}

// TestImportOfAHeadIntoAModelWithoutOne is refused, as a tensor too many.
func TestImportOfAHeadIntoAModelWithoutOne(t *testing.T) {
	p := partsOf(t)
	p.text["mtp_num_hidden_layers"] = 0
	headless := load(t, p.write(t))
	m := tiny(t, "tiny-f32")
	s := stateOf(t, m, tokens(4, 5))
	tensors, err := m.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := headless.Import(s.Tokens, s.Row, tensors); !errors.Is(err, model.ErrState) || !strings.Contains(err.Error(), "head.0.") {
		t.Error(err)
	}
	without := stateOf(t, headless, s.Tokens)
	if restored := reimport(t, headless, headless, without); restored.Head != nil {
		t.Error("a head")
	}
}

// TestImportWithoutRoom: the error of the device comes through, wherever it is.
func TestImportWithoutRoom(t *testing.T) {
	m, d := loadCounted(t, "tiny-f32")
	s := stateOf(t, m, tokens(4, 6))
	tensors, err := m.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(100) {
		d.most.Store(d.made.Load() + n)
		restored, err := m.Import(s.Tokens, s.Row, tensors)
		d.most.Store(0)
		if err == nil {
			if n < 10 {
				t.Errorf("%d allocations were enough", n)
			}
			sameExports(t, m, s, m, restored)
			return
		}
		if restored != nil || !errors.Is(err, errFull) {
			t.Fatal(restored, err)
		}
	}
	t.Error("never enough room")
}

func TestExportRefuses(t *testing.T) {
	m, other := tiny(t, "tiny-f32"), tiny(t, "tiny-8l")
	stranger := stateOf(t, other, tokens(4, 7))
	for name, change := range map[string]func(s *model.State){
		"trunk of another model":  func(s *model.State) { s.Trunk = stranger.Trunk },
		"head of another model":   func(s *model.State) { s.Head = stranger.Head },
		"hidden of another model": func(s *model.State) { s.Hidden = stranger.Hidden },
		"no trunk":                func(s *model.State) { s.Trunk = nil },
		"no hidden":               func(s *model.State) { s.Hidden = nil },
		"no tokens":               func(s *model.State) { s.Tokens = nil },
		"other tokens":            func(s *model.State) { s.Tokens = s.Tokens[1:] },
		"two hidden states":       func(s *model.State) { s.Hidden = s.Hidden.Concat(s.Hidden) },
		"a pair too few":          func(s *model.State) { _ = s.Head.Truncate(2) },
	} {
		s := stateOf(t, m, tokens(4, 7))
		change(s)
		if _, err := m.Export(s); !errors.Is(err, model.ErrState) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAKeptStateServesSeveral goroutines: copies and exports do not write to it.
func TestAKeptStateServesSeveral(t *testing.T) {
	m := tiny(t, "tiny-f32")
	s := stateOf(t, m, tokens(9, 8))
	want := forward(t, stateOf(t, m, s.Tokens).Trunk, model.Pass{Tokens: []int{5}, Rows: model.LastRow}).Rows
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			tensors, err := m.Export(s)
			if err != nil {
				t.Error(err)
				return
			}
			clone, err := s.Clone()
			if err != nil {
				t.Error(err)
				return
			}
			restored, err := m.Import(s.Tokens, s.Row, tensors)
			if err != nil {
				t.Error(err)
				return
			}
			for _, c := range []*model.State{clone, restored} {
				w, err := c.Trunk.Forward(context.Background(), model.Pass{Tokens: []int{5}, Rows: model.LastRow})
				if err != nil || !sameRows(w.Rows, want) {
					t.Error("another row", err)
				}
			}
		})
	}
	group.Wait()
}
