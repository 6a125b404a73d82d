package e2e

import "slices"

// The forwards that a record can name.
var forwards = []string{"prefill", "ar", "draft", "verify", "copy", "repair"}

// check holds the parts of a run against each other where the oracle ties them.
func (r *Record) check() error {
	if err := checkPrompt(r.Prompt); err != nil {
		return err
	}
	if err := checkTokens("streamed", r.Streamed); err != nil {
		return err
	}
	if r.Error == nil {
		if err := r.checkAnswer(); err != nil {
			return err
		}
	}
	if b := r.FirstBad; b != nil {
		return r.checkBad(b)
	}
	if r.Error != nil {
		return badf("an error without a broken row: first_bad is null")
	}
	return nil
}

func (r *Record) checkAnswer() error {
	if err := checkTokens("tokens", r.Tokens); err != nil {
		return err
	}
	stops := func(token int) bool { return slices.Contains(r.Params.Stop, token) }
	finish := "length"
	if slices.ContainsFunc(r.Tokens, stops) {
		finish = "stop"
	}
	streamed := slices.DeleteFunc(slices.Clone(r.Tokens), stops)
	switch {
	case len(r.Tokens) > r.Params.MaxTokens:
		return badf("%d tokens of at most %d", len(r.Tokens), r.Params.MaxTokens)
	case r.Finish != finish:
		return badf("finish %q", r.Finish)
	case !slices.Equal(r.Streamed, streamed):
		return badf("streamed is not tokens without stops")
	}
	for i, e := range r.Events {
		if e.Step != i {
			return badf("events[%d] is step %d", i, e.Step)
		}
	}
	return nil
}

func (r *Record) checkBad(b *Forward) error {
	switch {
	case !slices.Contains(forwards, b.Kind):
		return badf("first_bad: unknown forward %q", b.Kind)
	case b.Row < 0 || b.Row >= b.Rows:
		return badf("first_bad: row %d of %d", b.Row, b.Rows)
	case b.NaN < 0 || b.Inf < 0 || b.NaN+b.Inf == 0:
		return badf("first_bad: nan=%d, inf=%d is no broken row", b.NaN, b.Inf)
	case b.Streamed < 0 || b.Streamed > len(r.Streamed):
		return badf("first_bad: %d tokens streamed before, %d in all", b.Streamed, len(r.Streamed))
	case b.Draws < 0 || b.Draws > len(r.Tape):
		return badf("first_bad: %d draws before, %d in all", b.Draws, len(r.Tape))
	case b.Where == "":
		return badf("first_bad: no reader")
	}
	if r.Fault == nil {
		return nil
	}
	if len(r.Fault.Hits) == 0 {
		return badf("first_bad: a broken row without an injection")
	}
	if h := r.Fault.Hits[0]; h.Streamed != b.Streamed || h.Draws != b.Draws || h.Row != b.Row || h.Rows != b.Rows {
		return badf("first_bad is not the first injection")
	}
	return nil
}

func checkPrompt(prompt []int) error {
	if len(prompt) == 0 {
		return badf("empty prompt")
	}
	return checkTokens("prompt", prompt)
}

func checkTokens(what string, tokens []int) error {
	for i, token := range tokens {
		if token < 0 {
			return badf("%s[%d] is %d", what, i, token)
		}
	}
	return nil
}
