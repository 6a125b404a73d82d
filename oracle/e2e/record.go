package e2e

import (
	"encoding/json"
	"fmt"
	"math"

	"rowproof/oracle"
)

// File is a whole receipt file.
type File struct {
	Name    string
	Meta    Meta
	Records []*Record
}

// Meta is the first line of a file.
type Meta struct {
	Records     string // the kind of all records
	Cases       int    // how many there are
	Model       string // the name of the model they were recorded on
	ModelSHA256 string // of its model.safetensors
	Prompts     map[string][]int
	Texts       []string
	Versions    map[string]string
}

// Record is one generation, or the rows of one prompt.
type Record struct {
	ID    string // kind and index in the file: fault_patch/0007
	Title string // its settings in a few words, for people and filters
	Kind  string
	File  string
	Line  int

	Prompt []int
	Params Params
	Fault  *Fault // of Patch
	Poison string // of Weights and WeightsCopy: triggers such as "nan:382,dnan:382"

	Tokens   []int
	Streamed []int
	Finish   string
	Events   []Event // of a run without an error
	Tape     []Draw
	Error    *Error   // nil if the run ended well
	FirstBad *Forward // the first forward with a broken row; nil if there was none

	Rows *Rows // of Golden, which has nothing of the above but a prompt

	clean *Record // a run without its fault that the record tells the tokens of
}

// Params are the settings of a run.
type Params struct {
	Sampler   Sampler
	Seed      uint64
	MaxTokens int
	Depth     int // 0 decodes one token after the other
	Strategy  string
	History   string
	Copy      bool
	Stop      []int
}

// MarshalJSON writes the params of a record, which are also those of the oracle's
// request.
func (p Params) MarshalJSON() ([]byte, error) {
	t := paramsText{p.Sampler, p.Seed, p.MaxTokens, nil, p.Strategy, p.History, p.Copy, list(p.Stop)}
	if p.Depth > 0 {
		t.Depth = &p.Depth
	}
	return json.Marshal(t)
}

// UnmarshalJSON is as strict as Read.
func (p *Params) UnmarshalJSON(raw []byte) error {
	var t paramsText
	if err := oracle.Decode(raw, &t); err != nil {
		return err
	}
	return p.set(&t)
}

// The two ways of settling a window, and the two histories of a draft head.
const (
	Batched       = "batched"
	CaptureCommit = "capture_commit"
	Cycle         = "cycle"
	Committed     = "committed"
)

// Sampler says how tokens are chosen.
type Sampler struct {
	Temperature float64 `json:"temperature"`
	TopP        float64 `json:"top_p"`
	TopK        int     `json:"top_k"`
	Presence    float64 `json:"presence"`
	Frequency   float64 `json:"frequency"`
}

// Greedy reports whether the best token is taken.
func (s Sampler) Greedy() bool { return s.Temperature <= 0 }

// Fault is a row that is broken on purpose: prefill, ar:STEP, draft:CYCLE:DEPTH,
// verify:CYCLE:ROW or copy:ROUND:ROW, counted from 0. A sticky one also breaks the last
// row of later repairs.
type Fault struct {
	Site   string `json:"site"`
	Kind   string `json:"kind"`
	Sticky bool   `json:"sticky"`
	Hits   []Hit  `json:"-"` // where it hit, in order
}

// Hit is one row that was broken.
type Hit struct {
	Streamed int `json:"s"`    // tokens streamed before
	Draws    int `json:"tape"` // draws made before
	Row      int `json:"row"`
	Rows     int `json:"T"`            // rows of the forward
	Argmax   int `json:"clean_argmax"` // of the row before

	after int // the oracle's argmax of the row afterwards
}

// Event is one round: a token in plain decoding, else a window.
type Event struct {
	Step  int    `json:"step"`
	Token *int   `json:"token,omitempty"` // plain decoding
	Round *Round `json:"round,omitempty"`
}

// Round is a primary token and what was proposed behind it.
type Round struct {
	Primary        int     `json:"primary"`
	AlreadyEmitted bool    `json:"primary_already_emitted"`
	Accepted       int     `json:"accepted_depths"`
	RejectedAt     int     `json:"rejected_at_depth,omitempty"` // 0: nothing was rejected
	Bonus          *int    `json:"bonus_token,omitempty"`
	Drafts         []Draft `json:"drafts"`
	Copied         *Copied `json:"context_copy,omitempty"`
}

// Draft is one drafted token. The pointers are nil behind a rejection.
type Draft struct {
	Depth       int      `json:"depth"`
	Token       int      `json:"token"`
	Accepted    *bool    `json:"accepted"`
	Correction  *int     `json:"correction"`
	Probability *float64 `json:"-"` // of acceptance: compared by itself, within a bound
}

// Copied is a block copied from the prompt.
type Copied struct {
	Disabled   bool `json:"disabled,omitempty"` // rolled back; the rest is 0 then
	Block      int  `json:"block"`
	Accepted   int  `json:"accepted"`
	Extension  int  `json:"extension"`
	Correction *int `json:"correction"`
	AtTokens   int  `json:"at_tokens"`
}

// Draw is one use of the random stream: a uniform, or the choice of a token.
type Draw struct {
	Choice  bool
	Uniform float64
	Token   int
}

// MarshalJSON writes ["u", 0.25] or ["choice", 17].
func (d Draw) MarshalJSON() ([]byte, error) {
	if d.Choice {
		return json.Marshal([]any{"choice", d.Token})
	}
	return json.Marshal([]any{"u", d.Uniform})
}

// Error is a numerical error: the reader that made it and the census of the row.
type Error struct {
	Where      string `json:"where"`
	NaN        int    `json:"nan"`
	Inf        int    `json:"inf"` // of both signs
	Vocabulary int    `json:"vocab"`
}

func (e Error) message() string {
	return fmt.Sprintf("non-finite logits in %s (nan=%d, inf=%d, vocab=%d)", e.Where, e.NaN, e.Inf, e.Vocabulary)
}

// Forward is a forward with a broken row.
type Forward struct {
	Kind     string `json:"forward"`
	Rows     int    `json:"rows"`
	Row      int    `json:"row"` // the first broken one
	NaN      int    `json:"nan"`
	Inf      int    `json:"inf"`
	Streamed int    `json:"s"`    // tokens streamed before
	Draws    int    `json:"tape"` // draws made before
	Where    string `json:"-"`    // the reader that refuses it
}

// Rows are logits of one prompt.
type Rows struct {
	Last   []float64 // of the prompt's last token
	Argmax []int     // of each token's row
	Drafts []DraftRow
}

// DraftRow is one step of the draft head, from the hidden state of the step before.
type DraftRow struct {
	Input  int
	Logits []float64
}

// Numbers are compared within a bound. A NaN or an infinity, which no record has,
// marshals as its name.
type Numbers [][]float64

// MarshalJSON writes lists of numbers.
func (n Numbers) MarshalJSON() ([]byte, error) {
	lists := make([][]any, len(n))
	for i, list := range n {
		lists[i] = make([]any, len(list))
		for j, v := range list {
			lists[i][j] = v
			if math.IsNaN(v) || math.IsInf(v, 0) {
				lists[i][j] = fmt.Sprint(v)
			}
		}
	}
	return json.Marshal(lists)
}
