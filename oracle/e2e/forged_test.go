package e2e_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

// fileOf is a file of recorded lines.
func fileOf(t testing.TB, kind string, lines ...string) string {
	t.Helper()
	meta := regexp.MustCompile(`"cases": \d+`).ReplaceAllString(realLines(t, kind)[0], `"cases": `+string('0'+byte(len(lines))))
	return meta + "\n" + strings.Join(lines, "\n") + "\n"
}

// lineWith is the first recorded line of a kind that all patterns match, and those behind
// "!" do not.
func lineWith(t testing.TB, kind string, patterns ...string) string {
	t.Helper()
	for _, line := range realLines(t, kind)[1:] {
		fits := true
		for _, p := range patterns {
			p, not := strings.CutPrefix(p, "!")
			fits = fits && regexp.MustCompile(p).MatchString(line) != not
		}
		if fits {
			return line
		}
	}
	t.Fatalf("no line of kind %s with %q", kind, patterns)
	return ""
}

// refused holds that a file as it is is read, and the changed one is not.
func refused(t *testing.T, was, is string, line int) {
	t.Helper()
	if _, err := e2e.Read(strings.NewReader(was), "some.jsonl"); err != nil {
		t.Fatalf("as it is: %v", err)
	}
	if is == was {
		t.Fatal("nothing is forged")
	}
	f, err := e2e.Read(strings.NewReader(is), "some.jsonl")
	var where *oracle.FormatError
	if f != nil || !errors.Is(err, oracle.ErrFormat) || !errors.As(err, &where) || where.Line != line {
		t.Errorf("%v", err)
	}
}

// TestForgedRecordsAreRefused: one field is edited that no run is held against.
func TestForgedRecordsAreRefused(t *testing.T) {
	const (
		sampled = `"temperature": 0.8`
		greedy  = `"params": {"sampler": {"temperature": 0.0`
		deep    = `"depth": 3`
		rounds  = `"bonus_token"`
		late    = `"ok": false.*"first_bad": {"forward": "verify"`
	)
	for _, tc := range []struct {
		name, kind string
		with       []string
		from, to   string // the first match of a pattern
	}{
		{"lane", e2e.Clean, []string{deep}, `"lane": "batched_cycle"`, `"lane": "batched_committed"`},
		{"unknown lane", e2e.Clean, []string{deep}, `"lane": "batched_cycle"`, `"lane": "bashed"`},
		{"lane of plain decoding", e2e.Clean, []string{`"mode": "ar"`}, `"mode": "ar"`, `"mode": "ar", "lane": "batched_cycle"`},
		{"lane of plain decoding", e2e.Patch, []string{`"mode": "ar"`}, `"lane": "-"`, `"lane": "batched_cycle"`},
		{"lane of drafts", e2e.Patch, []string{deep}, `"lane": "batched_cycle"`, `"lane": "-"`},
		{"settings of plain decoding", e2e.Clean, []string{`"mode": "ar"`}, `"context_copy": true`, `"context_copy": false`},
		{"depth", e2e.Clean, []string{deep}, `"depth": 3`, `"depth": 2`},
		{"depth left out", e2e.Clean, []string{deep}, `"depth": 3, "lane"`, `"lane"`},
		{"depth", e2e.Patch, []string{deep}, `"depth": 3`, `"depth": 1`},
		{"depth", e2e.Weights, []string{deep}, `"depth": 3`, `"depth": 1`},
		{"sampler", e2e.Clean, []string{sampled}, `"top_k": 20`, `"top_k": 21`},
		{"name", e2e.Clean, []string{sampled}, `"name": "sampled"`, `"name": "dense"`},
		{"unknown name", e2e.Clean, []string{sampled}, `"name": "sampled"`, `"name": "best"`},
		{"sampler's name", e2e.Patch, nil, `"sampler": "greedy"`, `"sampler": "sampled"`},
		{"sampler's name", e2e.Weights, nil, `"sampler": "greedy"`, `"sampler": "sampled"`},
		{"sampler's name", e2e.WeightsCopy, nil, `"sampler": "greedy"`, `"sampler": "sampled_t0.3"`},
		{"seed", e2e.Clean, nil, `"seed": 11`, `"seed": 12`},
		{"seed", e2e.Patch, nil, `"seed": 11`, `"seed": 12`},
		{"context_copy", e2e.Clean, []string{deep}, `"context_copy": true`, `"context_copy": false`},
		{"context_copy", e2e.WeightsCopy, nil, `"context_copy": true`, `"context_copy": false`},
		{"context_copy left out", e2e.WeightsCopy, nil, `"context_copy": true, "sampler"`, `"sampler"`},
		{"model", e2e.Clean8L, nil, `"model": "tiny-8l"`, `"model": "tiny-f32"`},
		{"model", e2e.Golden, nil, `"model": "tiny-f32"`, `"model": "tiny-8l"`},
		{"eq_ar", e2e.Clean, []string{greedy, deep}, `"eq_ar": true`, `"eq_ar": false`},
		{"eq_ar of a sampled run", e2e.Clean, []string{sampled, deep}, `"eq_ar": false`, `"eq_ar": true`},
		{"eq_ar left out", e2e.Clean, []string{sampled, deep}, `, "eq_ar": false`, ``},
		{"case", e2e.Weights, nil, `"case": "prompt_last"`, `"case": "prompt_middle"`},
		{"case", e2e.Weights, []string{`stream_tok6_both`}, `stream_tok6_both`, `stream_tok6_draft`},
		{"case", e2e.Weights, []string{`stream_tok2`}, `stream_tok2`, `stream_tok6`},
		{"poison", e2e.Weights, nil, `"poison": "nan:383"`, `"poison": "nan"`},
		{"last row", e2e.Weights, nil, `"last_row": {"nan": 384`, `"last_row": {"nan": 0`},
		{"healthy prompt", e2e.Weights, nil, `"healthy_prompt_bit_equal": true`, `"healthy_prompt_bit_equal": false`},
		{"follow", e2e.WeightsCopy, nil, `"follow": 77`, `"follow": 78`},
		{"poison", e2e.WeightsCopy, nil, `"poison": "posinf:382"`, `"poison": "posinf:383"`},

		{"accepted", e2e.Clean, []string{deep}, `"accepted": \d+, "drafted"`, `"accepted": 1, "drafted"`},
		{"drafted", e2e.Clean, []string{deep}, `"drafted": \d`, `"drafted": 9`},
		{"verify calls", e2e.Clean, []string{deep}, `"verify_calls": \d`, `"verify_calls": 9`},
		{"verify calls of plain decoding", e2e.Clean, []string{`"mode": "ar"`}, `"verify_calls": \d+`, `"verify_calls": 40`},
		{"cached", e2e.Clean, nil, `"cached": 0`, `"cached": 4`},
		{"verify width", e2e.Clean, []string{deep}, `"verify_width": 4`, `"verify_width": 3`},
		{"verify width left out", e2e.Clean, []string{deep}, `, "verify_width": 4`, ``},
		{"verify route", e2e.Clean, []string{deep}, `"verify_route": "eager_plain"`, `"verify_route": "eager_capture"`},
		{"commit route", e2e.Clean, []string{"batched_cycle", deep}, `"commit_route": "rollback_reforward"`, `"commit_route": "capture_commit"`},
		{"commit route where all is accepted", e2e.Clean, []string{deep}, `"verify_route"`, `"commit_route": "rollback_reforward", "verify_route"`},
		{"capture repair", e2e.Clean, []string{"capture_committed", greedy}, `"captured_prefix_commit"`, `"captured_prefix_pending_correction"`},
		{"pending primary", e2e.Clean, []string{"capture_committed", sampled}, `"pending_primary": \d+`, `"pending_primary": 1`},
		{"draft core", e2e.Clean, []string{deep}, `"draft_core": null`, `"draft_core": "greedy-chain"`},
		{"route of plain decoding", e2e.Clean, []string{`"mode": "ar"`}, `{"step": 0, "token"`, `{"step": 0, "verify_width": 4, "token"`},
		{"at tokens", e2e.Clean, []string{`"at_tokens"`}, `"at_tokens": \d+`, `"at_tokens": 7`},
		{"copied block", e2e.Clean, []string{`"at_tokens"`}, `"block": \d+`, `"block": 3`},
		{"copied, accepted", e2e.Clean, []string{`"at_tokens"`, "capture_committed"}, `"block": (\d+), "accepted": \d+`, `"block": $1, "accepted": 9`},
		{"copied correction", e2e.Clean, []string{`"at_tokens"`, greedy}, `"correction": null, "at_tokens"`, `"correction": 3, "at_tokens"`},

		{"tokens and streamed", e2e.Clean, []string{`"mode": "ar"`, greedy}, `"tokens": \[\d+(.*?)"streamed": \[\d+`, `"tokens": [7$1"streamed": [7`},
		{"tokens and streamed", e2e.Clean, []string{deep, greedy}, `"tokens": \[\d+(.*?)"streamed": \[\d+`, `"tokens": [7$1"streamed": [7`},
		{"primary", e2e.Clean, []string{deep, greedy}, `"primary": \d+`, `"primary": 7`},
		{"primary that was emitted", e2e.Clean, []string{deep, greedy}, `"primary": \d+, "primary_already_emitted": true`, `"primary": 7, "primary_already_emitted": true`},
		{"emitted or not", e2e.Clean, []string{deep, greedy}, `"primary_already_emitted": true`, `"primary_already_emitted": false`},
		{"accepted depths", e2e.Clean, []string{deep, greedy}, `"accepted_depths": \d`, `"accepted_depths": 9`},
		{"rejected at depth", e2e.Clean, []string{deep, greedy}, `"rejected_at_depth": \d`, `"rejected_at_depth": 4`},
		{"bonus", e2e.Clean, []string{deep, greedy}, `"bonus_token": \d+`, `"bonus_token": 7`},
		{"bonus left out", e2e.Clean, []string{deep, greedy}, `"bonus_token": \d+, `, ``},
		{"draft", e2e.Clean, []string{deep, sampled}, `"depth": 1, "token": \d+`, `"depth": 1, "token": 7`},
		{"draft's depth", e2e.Clean, []string{deep, sampled}, `{"depth": 1, "token"`, `{"depth": 2, "token"`},
		{"draft's probability", e2e.Clean, []string{deep, sampled}, `"accepted": true, "accept_probability": [\d.]+`, `"accepted": true, "accept_probability": 0.0`},
		{"greedy draft's probability", e2e.Clean, []string{deep, greedy}, `"accepted": true, "accept_probability": 1.0`, `"accepted": true, "accept_probability": 0.5`},
		{"correction", e2e.Clean, []string{deep, sampled}, `"accepted": true, (.*?)"correction": \d+`, `"accepted": true, $1"correction": 7`},
		{"choice", e2e.Clean, []string{deep, sampled}, `\["choice", \d+`, `["choice", 7`},
		{"draw more", e2e.Clean, []string{deep, sampled}, `"rng": \[`, `"rng": [["u", 0.5], `},
		{"draw of a greedy run", e2e.Clean, []string{deep, greedy}, `"rng": \[`, `"rng": [["u", 0.5]`},
		{"support", e2e.Clean, []string{deep, sampled}, `(\["choice", \d+), \d+`, `$1, 21`},

		{"tokens behind an exception's row", e2e.Patch, []string{`"ok": true`, greedy, `"first_bad": {"forward": "verify"`}, `(\d+)\], "streamed": \[(.*?)\d+\]`, `7], "streamed": [${2}7]`},
		{"streamed behind an error's row", e2e.Patch, []string{late, sampled, `!"streamed": \[\]`}, `("streamed": \[.*?)\d+\]`, `${1}384]`},
		{"first_diff", e2e.Patch, []string{`"first_diff": null`}, `"first_diff": null`, `"first_diff": 3`},
		{"first_diff", e2e.Patch, []string{`"first_diff": \d`}, `"first_diff": \d+`, `"first_diff": null`},
		{"clean tokens", e2e.Patch, []string{`"site": "verify`}, `"clean_tokens": \[\d+`, `"clean_tokens": [7`},
		{"hits", e2e.Patch, []string{`"sticky": false`}, `"injected": \[({.*?})\]`, `"injected": [$1, $1]`},
		{"no hit", e2e.Patch, []string{`"sticky": true`, `"first_bad": null`}, `"injected": \[{.*?}\]`, `"injected": []`},
		{"sticky", e2e.Patch, []string{`"sticky": true`, `"injected": \[{[^\]]*}, {`}, `"sticky": true`, `"sticky": false`},
		{"sticky prefill", e2e.Patch, []string{`"site": "prefill"`}, `"sticky": false`, `"sticky": true`},
		{"sticky where nothing is forwarded again", e2e.Patch, []string{"capture_committed", `"site": "verify`}, `"sticky": false`, `"sticky": true`},
		{"sticky with repairs that were not hit", e2e.Patch, []string{"batched_cycle", `"site": "verify:1:0"`, `"ok": true`, `"rejected_at_depth": 1`}, `"sticky": false`, `"sticky": true`},
		{"best token of a broken row", e2e.Patch, []string{`"fault": "posinf"`}, `"mlx_argmax": 77`, `"mlx_argmax": 78`},
		{"best token of a mask", e2e.Patch, []string{`"fault": "mask"`}, `"mlx_argmax": \d+`, `"mlx_argmax": 1`},
		{"unknown fault", e2e.Patch, []string{`"fault": "posinf"`}, `"fault": "posinf"`, `"fault": "inf"`},
		{"a later hit's row", e2e.Patch, []string{`"injected": \[{[^\]]*}, {`}, `(}, {"s": \d+, "tape": \d+, "row": )\d+, "T": \d+`, `${1}0, "T": 2`},
		{"a hit beyond the tokens", e2e.Patch, nil, `"injected": \[{"s": \d+`, `"injected": [{"s": 99`},
	} {
		t.Run(tc.kind+" "+tc.name, func(t *testing.T) {
			line := lineWith(t, tc.kind, append(tc.with, tc.from)...)
			refused(t, fileOf(t, tc.kind, line), fileOf(t, tc.kind, first(line, tc.from, tc.to)), 2)
		})
	}
}

// first replaces the first match.
func first(text, pattern, by string) string {
	re := regexp.MustCompile(pattern)
	at := re.FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	return text[:at[0]] + string(re.ExpandString(nil, by, text, at)) + text[at[1]:]
}

// TestForgedMetaLinesAreRefused: the name of the model.
func TestForgedMetaLinesAreRefused(t *testing.T) {
	file := fileOf(t, e2e.Clean, lineWith(t, e2e.Clean))
	refused(t, file, strings.Replace(file, `"model": "tiny-f32"`, `"model": "tiny-8l"`, 1), 1)
}

// TestSiblingsAgree: two records of a file say the tokens of the same run, and one of
// them is edited throughout.
func TestSiblingsAgree(t *testing.T) {
	greedy := `"name": "greedy".*"prompt": "p0"|"prompt": "p0".*"name": "greedy"`
	plain := lineWith(t, e2e.Clean, greedy, `"mode": "ar"`)
	drafts := lineWith(t, e2e.Clean, greedy, `"depth": 3`)
	last := regexp.MustCompile(`"tokens": \[.*?(\d+)\]`).FindStringSubmatch(plain)[1]
	other := regexp.MustCompile(`\b`+last+`(\], "(?:streamed|finish)"|}\], )`).ReplaceAllString(plain, "7$1")
	refused(t, fileOf(t, e2e.Clean, plain, drafts), fileOf(t, e2e.Clean, other, drafts), 3)

	// Greedy tokens that were accepted before the broken row, of a run that failed.
	late := lineWith(t, e2e.Patch, `"sampler": "greedy"`, `"error"`, `"site": "verify:0:3"`, `"row": 3, "nan": \d+, "inf": \d+, "s": 1,`, `"streamed": \[\d+, \d+, \d+, \d+\]`)
	refused(t, fileOf(t, e2e.Patch, late), fileOf(t, e2e.Patch, first(late, `("streamed": \[\d+, \d+, \d+, )\d+`, "${1}7")), 2)

	weights := lineWith(t, e2e.Weights, `"case": "prompt_last"`)
	clean := first(weights, `"clean_stream": \[\d+`, `"clean_stream": [7`)
	two := lineWith(t, e2e.Weights, `"case": "prompt_last"`, `"mode": "mtpk"`)
	refused(t, fileOf(t, e2e.Weights, weights, two), fileOf(t, e2e.Weights, clean, two), 3)
}

// TestDistinct: the same run counts once, whatever the record is called.
func TestDistinct(t *testing.T) {
	parsed := func(name, text string) *e2e.File {
		f, err := e2e.Read(strings.NewReader(text), name)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	greedy := lineWith(t, e2e.Patch, `"sampler": "greedy"`, `"seed": 11`)
	seeded := strings.ReplaceAll(greedy, `"seed": 11`, `"seed": 12`)
	other := lineWith(t, e2e.Patch, `"sampler": "sampled"`)
	for name, files := range map[string][]*e2e.File{
		"twice in a file":       {parsed("a", fileOf(t, e2e.Patch, greedy, greedy))},
		"in two files":          {parsed("a", fileOf(t, e2e.Patch, other, greedy)), parsed("b", fileOf(t, e2e.Patch, greedy))},
		"seed of a greedy run":  {parsed("a", fileOf(t, e2e.Patch, greedy, seeded))},
		"rows of a golden file": {parsed("a", fileOf(t, e2e.Golden, lineWith(t, e2e.Golden))), parsed("b", fileOf(t, e2e.Golden, lineWith(t, e2e.Golden)))},
	} {
		last := files[len(files)-1]
		var where *oracle.FormatError
		if err := e2e.Distinct(files); !errors.Is(err, oracle.ErrFormat) || !errors.As(err, &where) || where.File != last.Name || where.Line != 1+len(last.Records) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := e2e.Distinct(realFiles(t)); err != nil {
		t.Error(err)
	}
}
