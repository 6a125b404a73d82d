package e2e

import (
	"slices"
	"strconv"
	"strings"
)

// A line repeats some of its inputs in words: titles and filters are made of those, so
// each must say what is run. What a line says beside that and no run is held against:
//
//   - texts and versions of the meta line, and the size of a choice's support beyond its
//     bound: they describe the recording;
//   - margin and nucleus_margin: how near the oracle came to an edge, which only the
//     oracle can say (recording again compares them);
//   - eq_ar of a sampled run, which draws in another order than plain decoding: false;
//   - clean_tokens and clean_stream behind the tokens that a record of the same file
//     also has, and last_hidden and hidden of golden rows;
//   - in a record with a broken row, what stands behind the row: it must fit together
//     and to its neighbours (rounds.go, siblings.go), and no run is held against it.

// samplers are what the names of samplers stand for.
var samplers = map[string]Sampler{
	"greedy":       {TopP: 1},
	"greedy_pen":   {TopP: 1, Presence: 0.7, Frequency: 0.4},
	"dense":        {Temperature: 1, TopP: 1},
	"sampled":      {Temperature: 0.8, TopP: 0.95, TopK: 20},
	"sampled_pen":  {Temperature: 0.8, TopP: 0.95, TopK: 20, Presence: 0.7, Frequency: 0.4},
	"sampled_t0.3": {Temperature: 0.3, TopP: 0.95, TopK: 20},
}

// lanes are what the names of lanes stand for: a strategy and a history.
var lanes = map[string][2]string{
	"batched_cycle":     {Batched, Cycle},
	"batched_committed": {Batched, Committed},
	"capture_committed": {CaptureCommit, Committed},
}

// checkSampler holds the name of a sampler against the sampler.
func (p *Params) checkSampler(name string) error {
	if s, ok := samplers[name]; !ok || s != p.Sampler {
		return badf("sampler %q is not the one of params", name)
	}
	return nil
}

// checkLane holds the name of a lane, "" for none, against params. Plain decoding has
// none, and the settings that only drafts have stand at the oracle's defaults.
func (p *Params) checkLane(name string) error {
	if p.Depth == 0 {
		if name != "" || p.Strategy != Batched || p.History != Cycle || !p.Copy {
			return badf("plain decoding in lane %q, %s and %s", name, p.Strategy, p.History)
		}
		return nil
	}
	if lanes[name] != [2]string{p.Strategy, p.History} {
		return badf("lane %q is not %s and %s, as in params", name, p.Strategy, p.History)
	}
	return nil
}

// laneOrNone takes the sign that some kinds write where there is no lane.
func (p *Params) laneOrNone(lane string) error {
	if p.Depth == 0 {
		if lane != "-" {
			return badf("plain decoding in lane %q", lane)
		}
		lane = ""
	}
	return p.checkLane(lane)
}

// checkDepth holds a depth beside params, nil in plain decoding, against them.
func (p *Params) checkDepth(depth *int) error {
	if (depth == nil) != (p.Depth == 0) || depth != nil && *depth != p.Depth {
		return badf("the depth is not the one of params")
	}
	return nil
}

func (p *Params) checkSeed(seed uint64) error {
	if seed != p.Seed {
		return badf("seed %d is not the one of params, %d", seed, p.Seed)
	}
	return nil
}

// checkCopy holds a context_copy beside params, if there is one, against them.
func (p *Params) checkCopy(label *bool) error {
	if label != nil && (p.Depth == 0 || *label != p.Copy) {
		return badf("context_copy is not the one of params")
	}
	return nil
}

func (t *cleanText) check(r *Record, _ *Meta) error {
	p := &r.Params
	if (t.EqualAR == nil) != (p.Depth == 0) || t.EqualAR != nil && *t.EqualAR != p.Sampler.Greedy() {
		// siblings.go holds the tokens of greedy runs against each other.
		return badf("eq_ar: greedy drafts give the tokens of plain decoding, and nobody asks of others")
	}
	if t.Sampler != nil && *t.Sampler != p.Sampler {
		return badf("sampler is not the one of params")
	}
	return firstOf(p.checkSampler(t.Name), p.checkLane(t.Lane), p.checkDepth(t.Depth), p.checkSeed(t.Seed), p.checkCopy(t.Copy))
}

func (t *patchText) check(r *Record, _ *Meta) error {
	p := &r.Params
	r.clean = &Record{Prompt: r.Prompt, Params: r.Params, Tokens: t.CleanTokens}
	return firstOf(p.checkSampler(t.Sampler), p.laneOrNone(t.Lane), p.checkDepth(t.Depth), p.checkSeed(t.Seed), t.checkDifference(), r.checkHits())
}

// checkDifference holds first_diff against the tokens.
func (t *patchText) checkDifference() error {
	at := -1
	if t.Tokens != nil && !slices.Equal(t.Tokens, t.CleanTokens) {
		for at = 0; at < min(len(t.Tokens), len(t.CleanTokens)) && t.Tokens[at] == t.CleanTokens[at]; at++ {
		}
	}
	if (t.FirstDiff == nil) != (at < 0) || t.FirstDiff != nil && *t.FirstDiff != at {
		return badf("first_diff is not where tokens leave clean_tokens")
	}
	return checkTokens("clean_tokens", t.CleanTokens)
}

func (t *weightsText) check(r *Record, m *Meta) error {
	p := &r.Params
	r.clean = &Record{Prompt: m.Prompts["p0"], Params: Params{Sampler: samplers["greedy"], Stop: p.Stop}, Tokens: t.CleanStream}
	kind, token, err := poison(t.Poison)
	if err != nil {
		return err
	}
	if name := t.caseName(token); name != t.Case {
		return badf("case %q has the prompt and the poison of %q", t.Case, name)
	}
	var broken censusText
	if t.Case == casePromptLast {
		broken = t.census(kind)
	}
	switch {
	case t.LastRow != broken:
		return badf("last_row %+v does not fit the poison", t.LastRow)
	case !t.BitEqual:
		return badf("healthy_prompt_bit_equal: a poison that changes healthy prompts")
	}
	return firstOf(p.checkSampler(t.Sampler), p.laneOrNone(t.Lane), p.checkDepth(t.Depth), checkTokens("clean_stream", t.CleanStream))
}

const casePromptLast = "prompt_last"

// caseName is what the case of a poisoned token is called: by its place in the prompt,
// else in the stream of the healthy model, and by the models it poisons.
func (t *weightsText) caseName(token int) string {
	switch i := slices.Index(t.Prompt, token); {
	case i >= 0 && i == len(t.Prompt)-1:
		return casePromptLast
	case i >= 0:
		return "prompt_middle"
	}
	name := "stream_tok" + strconv.Itoa(slices.Index(t.CleanStream, token))
	switch {
	case strings.Contains(t.Poison, ","):
		return name + "_both"
	case strings.HasPrefix(t.Poison, "d"):
		return name + "_draft"
	}
	return name
}

// census is what a poison makes of a row of the tiny models.
func (t *weightsText) census(kind string) censusText {
	const vocabulary, kept = 384, 5
	switch kind {
	case "nan":
		return censusText{NaN: vocabulary}
	case "posinf":
		return censusText{PosInf: 1}
	case "allneg":
		return censusText{NegInf: vocabulary}
	case "mask":
		return censusText{NegInf: vocabulary - kept}
	}
	return censusText{}
}

// poison reads the first of the triggers KIND:TOKEN.
func poison(triggers string) (kind string, token int, err error) {
	first, _, _ := strings.Cut(triggers, ",")
	kind, digits, _ := strings.Cut(first, ":")
	token, err = strconv.Atoi(digits)
	if err != nil || token < 0 {
		return "", 0, badf("poison %q", triggers)
	}
	return kind, token, nil
}

func (t *copyText) check(r *Record, _ *Meta) error {
	p := &r.Params
	_, token, err := poison(t.Poison)
	if err != nil {
		return err
	}
	i := slices.Index(t.Prompt, token)
	if i < 0 || i+1 == len(t.Prompt) || t.Prompt[i+1] != t.Follow {
		return badf("follow: %d does not follow the poisoned token in the prompt", t.Follow)
	}
	if (t.Copy == nil) != (p.Depth == 0) {
		return badf("context_copy belongs to mode mtpk")
	}
	return firstOf(p.checkSampler(t.Sampler), p.checkLane(t.Lane), p.checkCopy(t.Copy))
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
