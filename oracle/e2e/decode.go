package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rowproof/oracle"
)

func badInformative(kind string) error {
	return fmt.Errorf("records of kind %s: %w", kind, ErrInformative)
}

// decodeRecord reads one line of a file.
func decodeRecord(raw []byte, m *Meta) (*Record, error) {
	switch m.Records {
	case Clean, Clean8L, CleanBF16:
		return decodeClean(raw, m)
	case Patch:
		return decodePatch(raw, m)
	case Weights:
		return decodeWeights(raw, m)
	case WeightsCopy:
		return decodeCopy(raw, m)
	}
	return decodeGolden(raw, m)
}

func decodeClean(raw []byte, m *Meta) (*Record, error) {
	var t cleanText
	if err := oracle.Decode(raw, &t); err != nil {
		return nil, err
	}
	r := &Record{Kind: t.Kind, Title: title(t.Mode, t.Name, t.Lane, t.Prompt)}
	if t.Model != "" && t.Model != m.Model {
		return nil, badf("model %q in a file of %q", t.Model, m.Model)
	}
	if err := r.named(m, t.Prompt); err != nil {
		return nil, err
	}
	return r, r.result(m, t.Mode, &t)
}

func decodePatch(raw []byte, m *Meta) (*Record, error) {
	var t patchText
	if err := oracle.Decode(raw, &t); err != nil {
		return nil, err
	}
	fault := &Fault{Site: t.Site, Kind: t.Fault, Sticky: t.Sticky}
	for _, h := range t.Injected {
		fault.Hits = append(fault.Hits, Hit{h.Streamed, h.Draws, h.Row, h.Rows, h.Argmax, h.After})
	}
	sticky := ""
	if t.Sticky {
		sticky = "sticky"
	}
	r := &Record{Kind: t.Kind, Title: title(t.Mode, t.Sampler, t.Lane, t.Prompt, t.Site, t.Fault, sticky), Fault: fault}
	if err := r.named(m, t.Prompt); err != nil {
		return nil, err
	}
	return r, r.result(m, t.Mode, &t)
}

func decodeWeights(raw []byte, m *Meta) (*Record, error) {
	var t weightsText
	if err := oracle.Decode(raw, &t); err != nil {
		return nil, err
	}
	r := &Record{Kind: t.Kind, Title: title(t.Mode, t.Sampler, t.Lane, t.Case, t.Poison), Prompt: t.Prompt, Poison: t.Poison}
	return r, r.result(m, t.Mode, &t)
}

func decodeCopy(raw []byte, m *Meta) (*Record, error) {
	var t copyText
	if err := oracle.Decode(raw, &t); err != nil {
		return nil, err
	}
	r := &Record{Kind: t.Kind, Title: title(t.Mode, t.Sampler, t.Lane, t.Poison), Prompt: t.Prompt, Poison: t.Poison}
	return r, r.result(m, t.Mode, &t)
}

func decodeGolden(raw []byte, m *Meta) (*Record, error) {
	var t goldenText
	if err := oracle.Decode(raw, &t); err != nil {
		return nil, err
	}
	switch {
	case t.Kind != m.Records || t.Model != m.Model:
		return nil, badf("kind %q of model %q in a file of kind %q of model %q", t.Kind, t.Model, m.Records, m.Model)
	case len(t.LastLogits) == 0 || len(t.Argmax) != len(t.Prompt):
		return nil, badf("%d logits, %d best tokens for a prompt of %d", len(t.LastLogits), len(t.Argmax), len(t.Prompt))
	}
	rows := &Rows{Last: t.LastLogits, Argmax: t.Argmax}
	for i, d := range t.Drafts {
		if len(d.Logits) != len(t.LastLogits) || d.Input < 0 || d.Input >= len(t.LastLogits) {
			return nil, badf("draft %d has input %d and %d logits, the trunk's row %d", i, d.Input, len(d.Logits), len(t.LastLogits))
		}
		rows.Drafts = append(rows.Drafts, DraftRow{d.Input, d.Logits})
	}
	return &Record{Kind: t.Kind, Title: "rows", Prompt: t.Prompt, Rows: rows}, checkPrompt(t.Prompt)
}

// named sets the prompt by its name in the meta line.
func (r *Record) named(m *Meta, name string) error {
	prompt, ok := m.Prompts[name]
	if !ok {
		return badf("prompt %q is not in the meta line", name)
	}
	r.Prompt = prompt
	return nil
}

// runText is the line of a run.
type runText interface {
	result() *resultText
	check(r *Record, m *Meta) error // of what its kind has beside the result
}

// result fills in what every run has, and checks the record.
func (r *Record) result(m *Meta, mode string, line runText) error {
	t := line.result()
	if r.Kind != m.Records {
		return badf("kind %q in a file of kind %q", r.Kind, m.Records)
	}
	if err := r.setParams(mode, &t.Params); err != nil {
		return err
	}
	if err := r.setTape(t.Tape); err != nil {
		return err
	}
	if err := r.setEnd(t); err != nil {
		return err
	}
	if err := r.setEvents(t.Events); err != nil {
		return err
	}
	if b := t.FirstBad; b != nil {
		r.FirstBad = &Forward{b.Kind, b.Rows, b.Row, b.NaN, b.Inf, b.Streamed, b.Draws, b.Where}
	}
	return firstOf(r.check(), r.checkRun(t), line.check(r, m))
}

// checkRun holds the tokens of a run against how it came by them.
func (r *Record) checkRun(t *resultText) error {
	if r.Params.Sampler.Greedy() && len(r.Tape) > 0 {
		return badf("rng: %d draws of a greedy run", len(r.Tape))
	}
	if r.Error != nil {
		return r.checkChosen()
	}
	return r.checkRounds(t)
}

func (r *Record) setParams(mode string, t *paramsText) error {
	switch {
	case mode != "ar" && mode != "mtpk":
		return badf("unknown mode %q", mode)
	case (mode == "ar") != (t.Depth == nil):
		return badf("a depth belongs to mode mtpk")
	}
	return r.Params.set(t)
}

// set reads params.
func (p *Params) set(t *paramsText) error {
	*p = Params{t.Sampler, t.Seed, t.MaxTokens, 0, t.Strategy, t.History, t.Copy, t.Stop}
	switch {
	case t.MaxTokens < 1:
		return badf("max_tokens %d", t.MaxTokens)
	case !slices.Contains([]string{Batched, CaptureCommit}, t.Strategy):
		return badf("unknown verify_strategy %q", t.Strategy)
	case !slices.Contains([]string{Cycle, Committed}, t.History):
		return badf("unknown mtp_history_policy %q", t.History)
	}
	if t.Depth != nil {
		if p.Depth = *t.Depth; p.Depth < 1 {
			return badf("depth %d", p.Depth)
		}
	}
	return checkTokens("stop", t.Stop)
}

func (r *Record) setTape(tape []json.RawMessage) error {
	for i, raw := range tape {
		d, err := decodeDraw(raw, r.Params.Sampler.TopK)
		if err != nil {
			return fmt.Errorf("rng[%d]: %w", i, err)
		}
		r.Tape = append(r.Tape, d)
	}
	return nil
}

// decodeDraw reads ["u", uniform] or ["choice", token, size of the support], which top_k
// bounds unless it is 0.
func decodeDraw(raw []byte, topK int) (Draw, error) {
	var items []json.RawMessage
	if err := oracle.Decode(raw, &items); err != nil {
		return Draw{}, err
	}
	var kind string
	if len(items) > 0 {
		if err := oracle.Decode(items[0], &kind); err != nil {
			return Draw{}, err
		}
	}
	var d Draw
	var support int
	switch {
	case kind == "u" && len(items) == 2:
		err := oracle.Decode(items[1], &d.Uniform)
		if err == nil && !(0 <= d.Uniform && d.Uniform < 1) {
			err = badf("a uniform of %v", d.Uniform)
		}
		return d, err
	case kind == "choice" && len(items) == 3:
		d.Choice = true
		if err := oracle.Decode(items[1], &d.Token); err != nil {
			return d, err
		}
		if err := oracle.Decode(items[2], &support); err != nil {
			return d, err
		}
		if support < 1 || topK > 0 && support > topK {
			return d, badf("a choice among %d", support)
		}
		return d, checkTokens("choice", []int{d.Token})
	}
	return d, badf("%s is no draw", raw)
}

// setEnd reads how the run ended: well, or with a numerical error.
func (r *Record) setEnd(t *resultText) error {
	r.Tokens, r.Streamed, r.Finish = t.Tokens, t.Streamed, t.Finish
	answer := count(t.Tokens != nil, t.Finish != "", t.Events != nil, t.Cached != nil, t.Accepted != nil, t.Drafted != nil, t.VerifyCalls != nil)
	refusal := count(t.Error != "", t.Message != "", t.NaN != nil, t.Inf != nil, t.Vocabulary != nil)
	switch {
	case t.OK && answer == 7 && refusal == 0:
		return nil
	case t.OK || answer != 0 || refusal != 5:
		return badf("ok is %t, and the fields of an error or of an answer do not fit that", t.OK)
	}
	if t.Error != oracle.KindNonFinite {
		return badf("error %q", t.Error)
	}
	where, found := strings.CutPrefix(t.Message, "non-finite logits in ")
	where, _, _ = strings.Cut(where, " (")
	r.Error = &Error{where, *t.NaN, *t.Inf, *t.Vocabulary}
	if !found || r.Error.message() != t.Message {
		return badf("message %q does not fit nan=%d, inf=%d, vocab=%d", t.Message, *t.NaN, *t.Inf, *t.Vocabulary)
	}
	return nil
}

func count(present ...bool) int {
	return len(slices.DeleteFunc(present, func(p bool) bool { return !p }))
}

func (r *Record) setEvents(events []eventText) error {
	for i := range events {
		e, err := decodeEvent(&events[i], r.Params.Depth == 0)
		if err != nil {
			return fmt.Errorf("events[%d]: %w", i, err)
		}
		r.Events = append(r.Events, e)
	}
	return nil
}

func decodeEvent(t *eventText, plain bool) (Event, error) {
	round := t.Primary != nil || t.AlreadyEmitted != nil || t.Accepted != nil || t.Drafts != nil || t.Copied != nil
	if plain {
		if t.Token == nil || round {
			return Event{}, badf("plain decoding has a token and no round")
		}
		return Event{Step: t.Step, Token: t.Token}, nil
	}
	if t.Token != nil || t.Primary == nil || t.AlreadyEmitted == nil || t.Accepted == nil || t.Drafts == nil {
		return Event{}, badf("a round has primary, primary_already_emitted, accepted_depths and drafts")
	}
	out := &Round{Primary: *t.Primary, AlreadyEmitted: *t.AlreadyEmitted, Accepted: *t.Accepted, Bonus: t.Bonus, Drafts: []Draft{}}
	if t.RejectedAt != nil {
		if out.RejectedAt = *t.RejectedAt; out.RejectedAt < 1 {
			return Event{}, badf("rejected_at_depth %d", out.RejectedAt)
		}
	}
	for i, d := range *t.Drafts {
		if (d.Accepted == nil) != (d.Probability == nil) || (d.Accepted == nil) != (d.Correction == nil) {
			return Event{}, badf("draft %d is examined in part", i)
		}
		out.Drafts = append(out.Drafts, Draft{d.Depth, d.Token, d.Accepted, d.Correction, d.Probability})
	}
	var err error
	if t.Copied != nil {
		out.Copied, err = decodeCopied(t.Copied)
	}
	return Event{Step: t.Step, Round: out}, err
}

func decodeCopied(raw []byte) (*Copied, error) {
	if bytes.Contains(raw, []byte(`"disabled"`)) {
		var t disabledText
		if err := oracle.Decode(raw, &t); err != nil {
			return nil, fmt.Errorf("context_copy: %w", err)
		}
		if t.Disabled != "no_per_position_commit" {
			return nil, badf("context_copy disabled by %q", t.Disabled)
		}
		return &Copied{Disabled: true}, nil
	}
	var t copiedText
	if err := oracle.Decode(raw, &t); err != nil {
		return nil, fmt.Errorf("context_copy: %w", err)
	}
	return &Copied{Block: t.Block, Accepted: t.Accepted, Extension: t.Extension, Correction: t.Correction, AtTokens: t.AtTokens}, nil
}

func title(words ...string) string {
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" || w == "-" })
	return strings.Join(words, " ")
}
