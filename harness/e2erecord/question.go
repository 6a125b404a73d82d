package e2erecord

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
)

// The requests that the oracle is asked.
const (
	commandGenerate = "generate"
	commandForward  = "forward"
)

// kindGolden is the one kind of record that is no run but the rows of a forward.
const kindGolden = "golden"

// run is the request of one whole run.
type run struct {
	Model  string `json:"model"` // a folder
	Prompt []int  `json:"prompt"`
	Mode   string `json:"mode"` // ar or mtpk
	Params params `json:"params"`
	Fault  *fault `json:"fault"`
	Poison string `json:"poison"` // KIND:TOKEN,...
}

type params struct {
	Sampler     sampler `json:"sampler"`
	Seed        uint64  `json:"seed"`
	MaxTokens   int     `json:"max_tokens"`
	Depth       *int    `json:"depth"`
	Strategy    string  `json:"verify_strategy"`
	History     string  `json:"mtp_history_policy"`
	ContextCopy bool    `json:"context_copy"`
	Stop        []int   `json:"stop"`
}

type sampler struct {
	Temperature float64 `json:"temperature"`
	TopP        float64 `json:"top_p"`
	TopK        int     `json:"top_k"`
	Presence    float64 `json:"presence"`
	Frequency   float64 `json:"frequency"`
}

// fault is a row to break: which one (prefill, ar:STEP, draft:CYCLE:DEPTH,
// verify:CYCLE:ROW or copy:ROUND:ROW, from 0), how, and whether the last row of later
// repair forwards is broken too.
type fault struct {
	Site   string `json:"site"`
	Kind   string `json:"kind"`
	Sticky bool   `json:"sticky"`
}

// rows is the request of the rows behind a prompt.
type rows struct {
	Model  string `json:"model"`
	Tokens []int  `json:"tokens"`
	Drafts int    `json:"drafts"`
	Poison string `json:"poison"`
}

// prompt is the prompt of a record, by name or in full.
func (f *File) prompt(r *Object) ([]int, error) {
	var name string
	if r.get("prompt", &name) != nil {
		var tokens []int
		err := r.get("prompt", &tokens)
		return tokens, err
	}
	tokens, ok := f.meta.prompts[name]
	if !ok {
		return nil, fmt.Errorf("the meta line has no prompt %q", name)
	}
	return tokens, nil
}

// run is what a record asks of the models in a folder.
func (f *File) run(r *Object, models string) (run, error) {
	q := run{Model: filepath.Join(models, f.meta.model)}
	var err error
	if q.Prompt, err = f.prompt(r); err != nil {
		return run{}, err
	}
	if err := errors.Join(r.get("mode", &q.Mode), r.get("params", &q.Params), r.get("poison", &q.Poison)); err != nil {
		return run{}, err
	}
	if !r.has("site") {
		return q, nil
	}
	q.Fault = &fault{}
	err = errors.Join(r.get("site", &q.Fault.Site), r.get("fault", &q.Fault.Kind), r.get("sticky", &q.Fault.Sticky))
	return q, err
}

// text is a string field, or "".
func text(r *Object, name string) string {
	var s string
	if json.Unmarshal(r.values[name], &s) != nil {
		return ""
	}
	return s
}
