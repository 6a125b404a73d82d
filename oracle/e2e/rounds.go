package e2e

import (
	"fmt"
	"slices"
)

// minCopied is how many tokens must repeat the prompt before a block is copied.
const minCopied = 6

// ledger adds up the rounds of a run that ended well. Rounds, tokens, draws and counts
// are recorded side by side; each must follow from the rounds.
type ledger struct {
	*Record
	done     []int  // tokens committed so far
	tape     []Draw // draws that no round has made yet
	pending  bool   // the last token is the next primary
	accepted int    // of drafts, as is drafted: blocks are in neither
	drafted  int
	verified int
	noCopy   bool // no block is copied any more
	prompt   phrases
}

// checkRounds holds the rounds of a run that ended well against the rest of it.
func (r *Record) checkRounds(t *resultText) error {
	l := &ledger{Record: r, tape: r.Tape, noCopy: !r.Params.Copy || r.Params.Sampler.Presence != 0 || r.Params.Sampler.Frequency != 0}
	add := l.token
	if r.Params.Depth > 0 {
		add, l.prompt = l.round, phrasesOf(r.Prompt)
	}
	for i, e := range r.Events {
		if l.over() {
			return badf("events[%d] is behind the last token", i)
		}
		if err := add(&e, &t.Events[i]); err != nil {
			return fmt.Errorf("events[%d]: %w", i, err)
		}
	}
	if r.Params.Depth == 0 {
		l.verified = len(l.done) - 1 // the last token is not forwarded
	}
	switch {
	case !l.over():
		return badf("the events end after %d tokens", len(l.done))
	case !slices.Equal(l.done, r.Tokens):
		return badf("tokens are not those that the events commit")
	case len(l.tape) > 0:
		return badf("rng: %d draws that no event makes", len(l.tape))
	case *t.Accepted != l.accepted || *t.Drafted != l.drafted || *t.VerifyCalls != l.verified:
		return badf("accepted, drafted and verify_calls are not those of the events: %d, %d and %d", l.accepted, l.drafted, l.verified)
	case *t.Cached != 0:
		return badf("cached: every recorded run starts cold")
	}
	return nil
}

// over reports whether nothing may follow.
func (l *ledger) over() bool {
	return len(l.done) >= l.Params.MaxTokens || len(l.done) > 0 && l.stops(l.done[len(l.done)-1])
}

func (l *ledger) stops(token int) bool { return slices.Contains(l.Params.Stop, token) }

// token is a round of plain decoding.
func (l *ledger) token(e *Event, t *eventText) error {
	if t.routed() {
		return badf("plain decoding by a route")
	}
	return l.choose(*e.Token)
}

// choose commits a token that was read from a row.
func (l *ledger) choose(token int) error {
	l.done = append(l.done, token)
	return l.draw(Draw{Choice: true, Token: token})
}

// draw takes a draw from the tape. Greedy runs draw nothing.
func (l *ledger) draw(want Draw) error {
	if l.Params.Sampler.Greedy() {
		return nil
	}
	if len(l.tape) == 0 || l.tape[0] != want {
		return badf("rng[%d] is not the choice of %d", len(l.Tape)-len(l.tape), want.Token)
	}
	l.tape = l.tape[1:]
	return nil
}

// uniform takes a uniform from the tape.
func (l *ledger) uniform() (float64, error) {
	if len(l.tape) == 0 || l.tape[0].Choice {
		return 0, badf("rng[%d] is no uniform", len(l.Tape)-len(l.tape))
	}
	u := l.tape[0].Uniform
	l.tape = l.tape[1:]
	return u, nil
}

func (l *ledger) round(e *Event, t *eventText) error {
	r := e.Round
	if r.AlreadyEmitted != l.pending {
		return badf("primary_already_emitted is %t", r.AlreadyEmitted)
	}
	if l.pending {
		if r.Primary != l.done[len(l.done)-1] {
			return badf("primary %d is not the token before", r.Primary)
		}
	} else if err := l.choose(r.Primary); err != nil {
		return err
	}
	l.pending = false
	if l.over() { // the answer ends with a primary, and the round with it
		if t.routed() || r.Copied != nil || len(r.Drafts) > 0 || r.Accepted != 0 || r.RejectedAt != 0 || r.Bonus != nil {
			return badf("a window behind the last token")
		}
		return nil
	}
	l.verified++
	if r.Copied != nil {
		return l.copied(r, t)
	}
	return l.window(r, t)
}

// window is a window behind drafts.
func (l *ledger) window(r *Round, t *eventText) error {
	n := len(r.Drafts)
	if n != min(l.Params.Depth, l.Params.MaxTokens-len(l.done)) {
		return badf("%d drafts", n)
	}
	for i, d := range r.Drafts {
		if d.Depth != i+1 {
			return badf("drafts[%d] has depth %d", i, d.Depth)
		}
		if err := l.draw(Draw{Choice: true, Token: d.Token}); err != nil {
			return err
		}
	}
	if err := l.examine(r); err != nil {
		return err
	}
	if err := l.routes(r, t); err != nil {
		return err
	}
	l.drafted += n
	l.accepted += r.Accepted
	for _, d := range r.Drafts[:r.Accepted] {
		l.done = append(l.done, d.Token)
	}
	switch {
	case r.RejectedAt == 0 && l.over():
		if r.Bonus != nil {
			return badf("a bonus token behind the last token")
		}
	case r.RejectedAt == 0:
		if r.Bonus == nil {
			return badf("a window that was accepted whole has a bonus token")
		}
		l.pending = true
		return l.choose(*r.Bonus)
	case r.Bonus != nil:
		return badf("a bonus token behind a rejection")
	case !l.Params.Sampler.Greedy():
		l.pending = l.Params.Strategy == CaptureCommit
		return l.choose(*r.Drafts[r.RejectedAt-1].Correction)
	}
	return nil
}

// examine holds the verdicts of drafts against each other and the draws.
func (l *ledger) examine(r *Round) error {
	n := len(r.Drafts)
	whole := r.Accepted == n || r.Accepted > 0 && r.Accepted < n && l.stops(r.Drafts[r.Accepted-1].Token)
	if r.Accepted < 0 || r.RejectedAt == 0 && !whole || r.RejectedAt > 0 && (r.RejectedAt != r.Accepted+1 || r.RejectedAt > n) {
		return badf("accepted_depths %d and rejected_at_depth %d of %d drafts", r.Accepted, r.RejectedAt, n)
	}
	for i, d := range r.Drafts {
		accepted := i < r.Accepted
		if examined := i < max(r.Accepted, r.RejectedAt); examined != (d.Accepted != nil) {
			return badf("drafts[%d]: accepted is null or is not", i)
		} else if !examined {
			continue
		}
		p := *d.Probability
		switch {
		case *d.Accepted != accepted:
			return badf("drafts[%d]: accepted is %t", i, *d.Accepted)
		case accepted && *d.Correction != d.Token, *d.Correction < 0:
			return badf("drafts[%d]: correction %d", i, *d.Correction)
		case !(p >= 0 && p <= 1):
			return badf("drafts[%d]: accept_probability %v", i, p)
		}
		if l.Params.Sampler.Greedy() {
			if (p == 1) != accepted || (p == 0) == accepted {
				return badf("drafts[%d]: accept_probability %v of a greedy draft", i, p)
			}
			continue
		}
		u, err := l.uniform()
		if err != nil {
			return err
		}
		if (u <= p) != accepted {
			return badf("drafts[%d]: accepted is %t, drawn was %v of %v", i, accepted, u, p)
		}
	}
	return nil
}

// copied is a window behind a block of the prompt.
func (l *ledger) copied(r *Round, t *eventText) error {
	c := r.Copied
	width := 1 + c.Block
	if c.Disabled {
		width = max(t.width(), 2)
	}
	switch {
	case l.noCopy:
		return badf("context_copy: no block may be copied here")
	case len(r.Drafts) > 0 || r.RejectedAt != 0 || r.Bonus != nil:
		return badf("context_copy: drafts beside a block")
	case t.width() != width || t.VerifyRoute != "ccopy_block" || t.CommitRoute != "" || t.CaptureRepair != "" || t.Pending != nil:
		return badf("context_copy: verify_width, or a route, is not that of a block of %d", width-1)
	case width-1 > l.Params.MaxTokens-len(l.done):
		return badf("context_copy: a block of %d behind %d tokens", width-1, len(l.done))
	}
	if c.Disabled {
		return l.rolledBack(r, width-1)
	}
	switch {
	case c.Block < 1 || c.Accepted < 0 || c.Accepted > c.Block || c.Accepted != r.Accepted:
		return badf("context_copy: %d accepted of a block of %d, accepted_depths %d", c.Accepted, c.Block, r.Accepted)
	case c.AtTokens != len(l.done) || c.Extension < 0:
		return badf("context_copy: at_tokens %d, extension %d", c.AtTokens, c.Extension)
	case l.Params.Strategy == Batched && c.Accepted < c.Block:
		return badf("context_copy: lane %s keeps no part of a block", l.Params.Strategy)
	}
	if err := l.copy(c.Accepted); err != nil {
		return err
	}
	return l.corrected(c)
}

// corrected is the draws of a block, and the token behind the part that was accepted.
func (l *ledger) corrected(c *Copied) error {
	rejected := c.Accepted < c.Block && !l.over()
	if sampled := !l.Params.Sampler.Greedy(); !sampled || !rejected {
		if c.Correction != nil {
			return badf("context_copy: a correction where nothing was drawn")
		}
		return l.uniforms(c.Accepted)
	}
	if c.Correction == nil {
		return badf("context_copy: a rejection without a correction")
	}
	if err := l.uniforms(c.Accepted + 1); err != nil {
		return err
	}
	l.pending = true
	return l.choose(*c.Correction)
}

// uniforms takes n of them from the tape of a sampled run.
func (l *ledger) uniforms(n int) error {
	if l.Params.Sampler.Greedy() {
		return nil
	}
	for range n {
		if _, err := l.uniform(); err != nil {
			return err
		}
	}
	return nil
}

// copy commits n tokens that must stand in the prompt behind those before them. The
// recorded answer ends with its first stop token.
func (l *ledger) copy(n int) error {
	at := len(l.done)
	end := min(at+n, len(l.Tokens))
	if end < at || end < at+n && !l.stops(l.Tokens[end-1]) {
		return badf("context_copy: %d tokens accepted, the answer has %d in all", n, len(l.Tokens))
	}
	for _, token := range l.Tokens[at:end] {
		if !l.prompt.goOn(l.Prompt, l.done, token) {
			return badf("context_copy: the prompt does not go on with %d", token)
		}
		l.done = append(l.done, token)
	}
	return nil
}

// phrases are the runs of tokens in a prompt that a block can be copied from: as many
// as must match, and the one behind them.
type phrases map[[minCopied + 1]int]struct{}

func phrasesOf(prompt []int) phrases {
	p := phrases{}
	for i := minCopied; i < len(prompt); i++ {
		p[[minCopied + 1]int(prompt[i-minCopied:])] = struct{}{}
	}
	return p
}

// goOn reports whether the prompt goes on with a token behind what the prompt and the
// tokens generated end with.
func (p phrases) goOn(prompt, done []int, token int) bool {
	var key [minCopied + 1]int
	if len(prompt)+len(done) < minCopied {
		return false
	}
	for i := range minCopied {
		if at := len(done) - minCopied + i; at >= 0 {
			key[i] = done[at]
		} else {
			key[i] = prompt[len(prompt)+at]
		}
	}
	key[minCopied] = token
	_, ok := p[key]
	return ok
}

// rolledBack is a block of which a part was rejected in a lane that cannot keep a part.
// What it drew stays drawn.
func (l *ledger) rolledBack(r *Round, block int) error {
	l.noCopy = true
	if l.Params.Strategy != Batched || r.Accepted != 0 {
		return badf("context_copy: a block rolled back in lane %s, %d accepted", l.Params.Strategy, r.Accepted)
	}
	if l.Params.Sampler.Greedy() {
		return nil
	}
	n := 0
	for ; len(l.tape) > 0 && !l.tape[0].Choice; n++ {
		l.tape = l.tape[1:]
	}
	if n < 1 || n > block || len(l.tape) == 0 {
		return badf("rng: %d uniforms and a choice of a block of %d", n, block)
	}
	l.tape = l.tape[1:]
	return nil
}

// routes holds how the oracle says it went about a window behind drafts against what
// became of it.
func (l *ledger) routes(r *Round, t *eventText) error {
	greedy, capture := l.Params.Sampler.Greedy(), l.Params.Strategy == CaptureCommit
	want := eventText{VerifyRoute: "eager_plain"}
	if capture {
		want.VerifyRoute = "eager_capture"
	}
	switch {
	case r.RejectedAt == 0:
	case !capture:
		want.CommitRoute = "rollback_reforward"
	case greedy:
		want.CommitRoute, want.CaptureRepair = CaptureCommit, "captured_prefix_commit"
	default:
		want.CommitRoute, want.CaptureRepair = CaptureCommit, "captured_prefix_pending_correction"
		want.Pending = r.Drafts[r.RejectedAt-1].Correction
	}
	if t.width() != 1+len(r.Drafts) || t.VerifyRoute != want.VerifyRoute || t.CommitRoute != want.CommitRoute || t.CaptureRepair != want.CaptureRepair ||
		(t.Pending == nil) != (want.Pending == nil) || t.Pending != nil && *t.Pending != *want.Pending {
		return badf("verify_width, a route or pending_primary is not what became of the window")
	}
	chained := greedy && l.Params.History == Committed && l.Params.Sampler == samplers["greedy"]
	for i, d := range *t.Drafts {
		if chained != (d.Core != nil) || chained && *d.Core != "greedy-chain" {
			return badf("drafts[%d]: draft_core is not how a greedy draft behind a committed history is made", i)
		}
	}
	return nil
}

// width is the rows of a window, 0 without one.
func (t *eventText) width() int {
	if t.VerifyWidth == nil {
		return 0
	}
	return *t.VerifyWidth
}

// routed reports whether an event speaks of a window.
func (t *eventText) routed() bool {
	return t.VerifyWidth != nil || t.VerifyRoute != "" || t.CommitRoute != "" || t.CaptureRepair != "" || t.Pending != nil ||
		t.Accepted != nil && *t.Accepted != 0 || t.RejectedAt != nil || t.Bonus != nil
}

// checkChosen holds what a sampled run streamed before its error against its draws, as
// it has no rounds: each token was chosen, in this order, or copied from the prompt.
func (r *Record) checkChosen() error {
	if r.Params.Sampler.Greedy() {
		return nil
	}
	var prompt phrases
	if r.Params.Depth > 0 && r.Params.Copy {
		prompt = phrasesOf(r.Prompt)
	}
	next := 0
	for i, token := range r.Streamed {
		if prompt.goOn(r.Prompt, r.Streamed[:i], token) {
			continue
		}
		for next < len(r.Tape) && r.Tape[next] != (Draw{Choice: true, Token: token}) {
			next++
		}
		if next == len(r.Tape) {
			return badf("streamed[%d]: nothing in rng chooses %d", i, token)
		}
		next++
	}
	return nil
}
