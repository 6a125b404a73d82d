package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"

	"rowproof/engine/device/cpu"
	"rowproof/engine/logits"
	"rowproof/engine/model"
	"rowproof/engine/qwen"
)

// standIn is a program that answers `config` and `forward` in the oracle's place, with
// the rows of our engine. With the argument "lying" one logit is off behind prompts of
// 34 tokens.
func standIn() {
	lying := len(os.Args) > 1 && os.Args[1] == "lying"
	fmt.Fprintln(os.Stderr, "a word about loading")
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var q struct {
			ID      int64  `json:"id"`
			Command string `json:"command"`
			In      struct {
				Model  string `json:"model"`
				Tokens []int  `json:"tokens"`
				Drafts int    `json:"drafts"`
			} `json:"in"`
		}
		out := map[string]any{}
		err := json.Unmarshal(in.Bytes(), &q)
		if err == nil && q.Command == "forward" {
			out["out"], err = standInRows(q.In.Model, q.In.Tokens, q.In.Drafts, lying && len(q.In.Tokens) == 34)
		}
		if err != nil {
			out = map[string]any{"error": err.Error()}
		}
		out["id"] = q.ID
		if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
			os.Exit(1)
		}
	}
}

func standInRows(dir string, tokens []int, drafts int, lie bool) (_ any, err error) {
	m, err := qwen.Load(dir, cpu.New())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	ctx := context.Background()
	trunk, err := m.NewTrunk()
	if err != nil {
		return nil, err
	}
	w, err := trunk.Forward(ctx, model.Pass{Kind: model.Prefill, Tokens: tokens, Rows: model.AllRows})
	if err != nil {
		return nil, err
	}
	var row saidRow
	var argmax []int
	var censuses []map[string]int
	for _, r := range w.Rows {
		row = say(r)
		argmax, censuses = append(argmax, row.best), append(censuses, row.census)
	}
	if lie {
		row.values[0]++
	}
	said := map[string]any{"logits": row.pack(), "argmax": argmax, "census": censuses}
	head, err := m.NewHead()
	if err != nil {
		return nil, err
	}
	chain := []any{}
	hidden := w.Hidden.Slice(len(tokens)-1, len(tokens))
	for range drafts {
		input := row.best
		r, next, err := head.Draft(ctx, hidden, input)
		if err != nil {
			return nil, err
		}
		row, hidden = say(r), next
		chain = append(chain, map[string]any{"input": input, "logits": row.pack(), "census": row.census})
	}
	said["drafts"] = chain
	return said, nil
}

// saidRow is a row with what the oracle says of it.
type saidRow struct {
	values []float32
	best   int
	census map[string]int
}

func say(r logits.Row) saidRow {
	s := saidRow{values: make([]float32, r.Width()), census: map[string]int{}}
	r.Float32s(s.values)
	for id, v := range s.values {
		switch f := float64(v); {
		case math.IsNaN(f):
			s.census["nan"]++
		case math.IsInf(f, 1):
			s.census["posinf"]++
		case math.IsInf(f, -1):
			s.census["neginf"]++
		}
		if v > s.values[s.best] {
			s.best = id
		}
	}
	return s
}

func (s saidRow) pack() string {
	var raw []byte
	for _, v := range s.values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return base64.StdEncoding.EncodeToString(raw)
}
