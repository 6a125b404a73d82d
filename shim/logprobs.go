package shim

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"rowproof/engine/logits"
	"rowproof/engine/numeric"
	"rowproof/engine/tokenizer"
)

// scored is a token with its logarithmic probability.
type scored struct {
	id      int
	logprob float32
}

// chosen is a token of the answer and the likeliest ones in its place.
type chosen struct {
	scored
	top []scored
}

// choices are taken by the worker and read by whoever answers the client.
type choices struct {
	mu   sync.Mutex
	top  int
	list []chosen
	row  []float32 // the worker's
}

// take reads a row that was judged, with its penalties and before temperature and
// filters.
func (c *choices) take(at, token int, row logits.Checked) {
	if len(c.row) != row.Width() {
		c.row = make([]float32, row.Width())
	}
	row.Float32s(c.row)
	total := numeric.LogSumExp32(c.row)
	got := chosen{scored: scored{token, c.row[token] - total}}
	if c.top > 0 {
		got.top = best(c.row, total, c.top)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list[:min(at, len(c.list))], got)
}

func (c *choices) at(i int) chosen {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.list[i]
}

// best are the n likeliest tokens, the lowest IDs first among equals. What a mask
// forbids has no probability that JSON could hold, and is left out.
func best(row []float32, total float32, n int) []scored {
	var top []scored
	for id, v := range row {
		if math.IsInf(float64(v), -1) || len(top) == n && v-total <= top[n-1].logprob {
			continue
		}
		s := scored{id, v - total}
		i, _ := slices.BinarySearchFunc(top, s, func(a, b scored) int {
			return cmp.Or(cmp.Compare(b.logprob, a.logprob), cmp.Compare(a.id, b.id))
		})
		top = slices.Insert(top, i, s)
		top = top[:min(n, len(top))]
	}
	return top
}

type chatLogprob struct {
	Token   string         `json:"token"`
	Logprob float32        `json:"logprob"`
	Bytes   []int          `json:"bytes"`
	Top     []*chatLogprob `json:"top_logprobs,omitzero"`
}

type chatLogprobs struct {
	Content []*chatLogprob `json:"content"`
}

type textLogprobs struct {
	Tokens        []string             `json:"tokens"`
	TokenLogprobs []float32            `json:"token_logprobs"`
	TopLogprobs   []map[string]float32 `json:"top_logprobs"`
	TextOffset    []int                `json:"text_offset"`
}

func chatScore(t *tokenizer.Tokenizer, s scored) *chatLogprob {
	raw := t.Text(s.id)
	bytes := make([]int, len(raw))
	for i := range raw {
		bytes[i] = int(raw[i])
	}
	return &chatLogprob{Token: t.Decode([]int{s.id}), Logprob: s.logprob, Bytes: bytes}
}

// placed is a chosen token and where its text begins.
type placed struct {
	chosen
	offset int
}

func chatScores(t *tokenizer.Tokenizer, list []placed) *chatLogprobs {
	c := &chatLogprobs{Content: []*chatLogprob{}}
	for _, p := range list {
		one := chatScore(t, p.scored)
		one.Top = []*chatLogprob{}
		for _, s := range p.top {
			one.Top = append(one.Top, chatScore(t, s))
		}
		c.Content = append(c.Content, one)
	}
	return c
}

func textScores(t *tokenizer.Tokenizer, list []placed) *textLogprobs {
	l := &textLogprobs{Tokens: []string{}, TokenLogprobs: []float32{}, TopLogprobs: []map[string]float32{}, TextOffset: []int{}}
	for _, p := range list {
		top := map[string]float32{}
		for _, s := range slices.Backward(p.top) { // of two with one text the likelier one stays
			top[t.Decode([]int{s.id})] = s.logprob
		}
		l.Tokens = append(l.Tokens, t.Decode([]int{p.id}))
		l.TokenLogprobs = append(l.TokenLogprobs, p.logprob)
		l.TopLogprobs = append(l.TopLogprobs, top)
		l.TextOffset = append(l.TextOffset, p.offset)
	}
	return l
}
