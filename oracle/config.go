package oracle

import (
	"encoding/json"
)

// Config are the sampling parameters of a case, odd values included: at this
// level they mean what the receipts say they mean.
type Config struct {
	Temperature      F64
	TopP             F64
	TopK             int
	PresencePenalty  F64
	FrequencyPenalty F64
}

type configText struct {
	Temperature      F64  `json:"temperature"`
	TopP             F64  `json:"top_p"`
	TopK             int  `json:"top_k"`
	PresencePenalty  *F64 `json:"presence_penalty,omitempty"`
	FrequencyPenalty *F64 `json:"frequency_penalty,omitempty"`
}

func (c *Config) decode(raw []byte) error {
	var t configText
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	*c = Config{Temperature: t.Temperature, TopP: t.TopP, TopK: t.TopK}
	if (t.PresencePenalty == nil) != (t.FrequencyPenalty == nil) {
		return badf("presence_penalty and frequency_penalty come together")
	}
	if t.PresencePenalty != nil {
		c.PresencePenalty, c.FrequencyPenalty = *t.PresencePenalty, *t.FrequencyPenalty
		if !c.penalises() {
			return badf("penalties that are both 0 are left out")
		}
	}
	return nil
}

func (c Config) penalises() bool { return c.PresencePenalty != 0 || c.FrequencyPenalty != 0 }

// MarshalJSON writes the parameters; penalties only where one is not 0.
func (c Config) MarshalJSON() ([]byte, error) {
	t := configText{Temperature: c.Temperature, TopP: c.TopP, TopK: c.TopK}
	if c.penalises() {
		t.PresencePenalty, t.FrequencyPenalty = &c.PresencePenalty, &c.FrequencyPenalty
	}
	return json.Marshal(t)
}

// UnmarshalJSON reads the strict form.
func (c *Config) UnmarshalJSON(raw []byte) error { return c.decode(raw) }

// nucleus reports whether top_p narrows anything: outside (0, 1) it is off.
func (c Config) nucleus() bool { return c.TopP > 0 && c.TopP < 1 }

// Count says how often a token was generated so far: [id, n].
type Count struct{ ID, N int64 }

func (c *Count) decode(raw []byte) error {
	var t []int64
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	if len(t) != 2 {
		return badf("a count is [id, n], not %d numbers", len(t))
	}
	*c = Count{t[0], t[1]}
	if c.N < 1 {
		return badf("count %d of token %d is not positive", c.N, c.ID)
	}
	return nil
}

// MarshalJSON writes [id, n].
func (c Count) MarshalJSON() ([]byte, error) { return json.Marshal([2]int64{c.ID, c.N}) }

// UnmarshalJSON reads the strict form.
func (c *Count) UnmarshalJSON(raw []byte) error { return c.decode(raw) }

// Bias is what is subtracted from one token's logit: [id, {v, x}].
type Bias struct {
	ID    int64
	Value F64
}

func (b *Bias) decode(raw []byte) error {
	items, err := elements(raw)
	if err != nil {
		return err
	}
	if len(items) != 2 {
		return badf("a bias is [id, value], not %d items", len(items))
	}
	if err := decodeKnown(items[0], &b.ID); err != nil {
		return err
	}
	return decodeKnown(items[1], &b.Value)
}

// MarshalJSON writes [id, {v, x}].
func (b Bias) MarshalJSON() ([]byte, error) { return json.Marshal([2]any{b.ID, b.Value}) }

// UnmarshalJSON reads the strict form.
func (b *Bias) UnmarshalJSON(raw []byte) error { return b.decode(raw) }

// checkIDs refuses ids outside a row of the given width and ids that repeat.
func checkIDs(what string, width int, ids []int64) error {
	seen := map[int64]bool{}
	for _, id := range ids {
		if id < 0 || id >= int64(width) {
			return badf("%s: id %d outside width %d", what, id, width)
		}
		if seen[id] {
			return badf("%s: id %d twice", what, id)
		}
		seen[id] = true
	}
	return nil
}
