package e2e

import "encoding/json"

// These structs are the format: one per kind of line, with the result of a run
// embedded. A field marked omitempty may be absent, and then says nothing; a pointer
// without that mark may be null. Fields that no one reads describe the recording.

type metaText struct {
	Kind        string            `json:"kind"`
	Prompts     map[string][]int  `json:"prompts"`
	Texts       []string          `json:"texts"`
	Versions    map[string]string `json:"versions"`
	ModelSHA256 string            `json:"model_sha"`
	// Older informative files lack these three.
	Records string `json:"records,omitempty"`
	Cases   *int   `json:"cases,omitempty"`
	Model   string `json:"model,omitempty"`
}

type cleanText struct {
	Kind    string   `json:"kind"`
	Model   string   `json:"model,omitempty"`
	Prompt  string   `json:"prompt"`
	Sampler *Sampler `json:"sampler,omitempty"`
	Name    string   `json:"name"`
	Mode    string   `json:"mode"`
	Depth   *int     `json:"depth,omitempty"`
	Lane    string   `json:"lane,omitempty"`
	Copy    *bool    `json:"context_copy,omitempty"`
	Seed    uint64   `json:"seed"`
	EqualAR *bool    `json:"eq_ar,omitempty"`
	resultText
}

type patchText struct {
	Kind        string    `json:"kind"`
	Mode        string    `json:"mode"`
	Site        string    `json:"site"`
	Fault       string    `json:"fault"`
	Sticky      bool      `json:"sticky"`
	Sampler     string    `json:"sampler"`
	Depth       *int      `json:"depth"`
	Lane        string    `json:"lane"`
	Prompt      string    `json:"prompt"`
	Seed        uint64    `json:"seed"`
	Injected    []hitText `json:"injected"`
	FirstDiff   *int      `json:"first_diff"`
	CleanTokens []int     `json:"clean_tokens"`
	resultText
}

type hitText struct {
	Streamed int `json:"s"`
	Draws    int `json:"tape"`
	Row      int `json:"row"`
	Rows     int `json:"T"`
	Argmax   int `json:"clean_argmax"`
	After    int `json:"mlx_argmax"`
}

type weightsText struct {
	Kind        string     `json:"kind"`
	Case        string     `json:"case"`
	Poison      string     `json:"poison"`
	Mode        string     `json:"mode"`
	Depth       *int       `json:"depth"`
	Sampler     string     `json:"sampler"`
	Lane        string     `json:"lane"`
	Prompt      []int      `json:"prompt"`
	LastRow     censusText `json:"last_row"`
	BitEqual    bool       `json:"healthy_prompt_bit_equal"`
	CleanStream []int      `json:"clean_stream"`
	resultText
}

type censusText struct {
	NaN    int `json:"nan"`
	PosInf int `json:"posinf"`
	NegInf int `json:"neginf"`
}

type copyText struct {
	Kind    string `json:"kind"`
	Poison  string `json:"poison"`
	Follow  int    `json:"follow"`
	Copy    *bool  `json:"context_copy,omitempty"`
	Sampler string `json:"sampler"`
	Lane    string `json:"lane,omitempty"`
	Mode    string `json:"mode"`
	Prompt  []int  `json:"prompt"`
	resultText
}

type goldenText struct {
	Kind       string         `json:"kind"`
	Model      string         `json:"model"`
	Prompt     []int          `json:"prompt"`
	LastLogits []float64      `json:"last_logits"`
	LastHidden []float64      `json:"last_hidden"`
	Drafts     []draftRowText `json:"drafts"`
	Argmax     []int          `json:"all_argmax"`
}

type draftRowText struct {
	Input  int       `json:"input"`
	Logits []float64 `json:"logits"`
	Hidden []float64 `json:"hidden"`
}

type resultText struct {
	OK          bool              `json:"ok"`
	Tokens      []int             `json:"tokens,omitempty"`
	Streamed    []int             `json:"streamed"`
	Finish      string            `json:"finish,omitempty"`
	Events      []eventText       `json:"events,omitempty"`
	Cached      *int              `json:"cached,omitempty"`
	Accepted    *int              `json:"accepted,omitempty"`
	Drafted     *int              `json:"drafted,omitempty"`
	VerifyCalls *int              `json:"verify_calls,omitempty"`
	Error       string            `json:"error,omitempty"`
	Message     string            `json:"message,omitempty"`
	NaN         *int              `json:"nan,omitempty"`
	Inf         *int              `json:"inf,omitempty"`
	Vocabulary  *int              `json:"vocab,omitempty"`
	Tape        []json.RawMessage `json:"rng"`
	Margin      *float64          `json:"margin"`
	Nucleus     *float64          `json:"nucleus_margin,omitempty"`
	Params      paramsText        `json:"params"`
	FirstBad    *badText          `json:"first_bad"`
}

func (t *resultText) result() *resultText { return t }

type paramsText struct {
	Sampler   Sampler `json:"sampler"`
	Seed      uint64  `json:"seed"`
	MaxTokens int     `json:"max_tokens"`
	Depth     *int    `json:"depth"`
	Strategy  string  `json:"verify_strategy"`
	History   string  `json:"mtp_history_policy"`
	Copy      bool    `json:"context_copy"`
	Stop      []int   `json:"stop"`
}

type badText struct {
	Kind     string `json:"forward"`
	Rows     int    `json:"rows"`
	Row      int    `json:"row"`
	NaN      int    `json:"nan"`
	Inf      int    `json:"inf"`
	Streamed int    `json:"s"`
	Draws    int    `json:"tape"`
	Where    string `json:"where"`
}

type eventText struct {
	Step           int          `json:"step"`
	Token          *int         `json:"token,omitempty"`
	Primary        *int         `json:"primary,omitempty"`
	AlreadyEmitted *bool        `json:"primary_already_emitted,omitempty"`
	Accepted       *int         `json:"accepted_depths,omitempty"`
	RejectedAt     *int         `json:"rejected_at_depth,omitempty"`
	Bonus          *int         `json:"bonus_token,omitempty"`
	CommitRoute    string       `json:"commit_route,omitempty"`
	CaptureRepair  string       `json:"capture_repair,omitempty"`
	VerifyRoute    string       `json:"verify_route,omitempty"`
	VerifyWidth    *int         `json:"verify_width,omitempty"`
	Pending        *int         `json:"pending_primary,omitempty"`
	Drafts         *[]draftText `json:"drafts,omitempty"`
	// disabledText or copiedText
	Copied json.RawMessage `json:"context_copy,omitempty"`
}

type draftText struct {
	Depth       int      `json:"depth"`
	Token       int      `json:"token"`
	Accepted    *bool    `json:"accepted"`
	Probability *float64 `json:"accept_probability"`
	Correction  *int     `json:"correction"`
	Core        *string  `json:"draft_core"`
}

// disabledText is a block that was rolled back.
type disabledText struct {
	Disabled string `json:"disabled"`
}

// copiedText is any other block.
type copiedText struct {
	Lane       string `json:"lane,omitempty"`
	Block      int    `json:"block"`
	Accepted   int    `json:"accepted"`
	Extension  int    `json:"extension"`
	Correction *int   `json:"correction"`
	AtTokens   int    `json:"at_tokens"`
}
