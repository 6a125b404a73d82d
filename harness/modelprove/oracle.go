package modelprove

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"rowproof/harness/e2erecord"
)

// request asks for the rows behind a prompt.
type request struct {
	Model  string `json:"model"` // a folder
	Tokens []int  `json:"tokens"`
	Drafts int    `json:"drafts"`
	// Poison could have a trigger put in while it answers. It stays empty here: the
	// folder that a user would get is what is to be proven.
	Poison string `json:"poison"`
}

// answer is what the oracle says.
type answer struct {
	Logits singles  `json:"logits"`
	Argmax []int    `json:"argmax"`
	Census []Census `json:"census"`
	Drafts []struct {
		Input  int     `json:"input"`
		Logits singles `json:"logits"`
		Census Census  `json:"census"`
	} `json:"drafts"`
}

// singles are float32 values: in JSON, base64 of their little-endian bytes.
type singles []float32

// UnmarshalJSON reads base64.
func (s *singles) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return err
	}
	if len(raw)%4 != 0 {
		return fmt.Errorf("%d bytes are no float32 values", len(raw))
	}
	*s = make(singles, len(raw)/4)
	for i := range *s {
		(*s)[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return nil
}

// ask has the oracle compute the rows behind a prompt on a folder.
func ask(ctx context.Context, e e2erecord.Engine, dir string, vocabulary int, tokens []int, drafts int) (*rows, error) {
	raw, err := e.Ask(ctx, "forward", request{Model: dir, Tokens: tokens, Drafts: drafts})
	if err != nil {
		return nil, err
	}
	var said answer
	if err := json.Unmarshal(raw, &said); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	r, err := said.rows(vocabulary, len(tokens), drafts)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return r, nil
}

// rows judges an answer: its counts are those of the request, its tokens are tokens,
// and a census is that of its row.
func (a *answer) rows(vocabulary, tokens, drafts int) (*rows, error) {
	if len(a.Argmax) != tokens || len(a.Census) != tokens || len(a.Drafts) != drafts {
		return nil, fmt.Errorf("argmax, census and drafts are %d, %d and %d, not %d, %d and %d",
			len(a.Argmax), len(a.Census), len(a.Drafts), tokens, tokens, drafts)
	}
	r := &rows{last: a.Logits, best: a.Argmax, census: a.Census}
	censuses := []Census{a.Census[tokens-1]}
	for _, d := range a.Drafts {
		r.drafts = append(r.drafts, draft{d.Input, d.Logits})
		censuses = append(censuses, d.Census)
	}
	for i, row := range r.each() {
		if len(row.values) != vocabulary {
			return nil, fmt.Errorf("%s has %d logits, not %d", row.name, len(row.values), vocabulary)
		}
		if got := count(row.values); got != censuses[i] {
			return nil, fmt.Errorf("%s is said to be %v and is %v", row.name, censuses[i], got)
		}
	}
	for _, list := range [][]int{r.best, r.inputs()} {
		for _, token := range list {
			if token < 0 || token >= vocabulary {
				return nil, fmt.Errorf("%d is no token", token)
			}
		}
	}
	return r, nil
}
