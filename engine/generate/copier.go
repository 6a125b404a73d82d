package generate

// Context copy proposes what followed in the prompt the last time that the latest
// tokens stood there. The numbers are the oracle's (mtplx/context_copy.py).
const (
	gram          = 6  // tokens that must match
	maxExtension  = 4  // further ones looked at, for confidence
	maxCandidates = 32 // places looked at, the newest ones
	probationCap  = 8  // longest block before copying has proven itself
	provenCap     = 24
	proven        = 0.5
	hopeless      = 0.35
	firstPause    = 64 // tokens without copying
	longestPause  = 4096
)

// blockLengths by extension: the longer the match, the more is risked on it.
var blockLengths = [maxExtension + 1]int{8, 12, 16, 24, 32}

// copier finds blocks in the prompt and keeps score of how they fare.
type copier struct {
	prompt    []int
	ends      map[[gram]int][]int // where each gram of the prompt ends, oldest first
	rate      float64             // moving average of the accepted share
	rounds    int
	pausedTo  int // tokens generated
	pause     int
	extension int // of the block in flight
}

func newCopier(prompt []int) *copier {
	c := &copier{prompt: prompt, ends: map[[gram]int][]int{}, rate: proven, pause: firstPause}
	for end := gram; end <= len(prompt); end++ {
		key := [gram]int(prompt[end-gram : end])
		c.ends[key] = append(c.ends[key], end)
	}
	return c
}

// find returns the block to try behind the tokens generated so far, at most limit
// tokens, or nothing.
func (c *copier) find(generated []int, limit int) []int {
	text := joined{c.prompt, generated}
	if len(generated) < c.pausedTo || text.len() < gram+1 {
		return nil
	}
	var key [gram]int
	for i := range key {
		key[i] = text.at(text.len() - gram + i)
	}
	places := c.ends[key]
	if len(places) > maxCandidates {
		places = places[len(places)-maxCandidates:]
	}
	best := -1
	for i := len(places) - 1; i >= 0; i-- {
		end := places[i]
		if end >= len(c.prompt) {
			continue // nothing follows in the prompt
		}
		if n := text.extension(end); best < 0 || n > c.extension {
			best, c.extension = end, n
		}
		if c.extension == maxExtension {
			break
		}
	}
	if best < 0 {
		return nil
	}
	longest := probationCap
	if c.rounds >= 2 && c.rate >= proven {
		longest = provenCap
	}
	n := min(blockLengths[c.extension], longest, len(c.prompt)-best, limit)
	return c.prompt[best : best+n]
}

// score notes how a block that was tried fared and reports it. at and generated
// are the tokens generated before and after it.
func (c *copier) score(r round, at, generated int) *CopyRound {
	share := float64(r.accepted) / float64(len(r.tokens))
	c.rate = float64(0.7*c.rate) + float64(0.3*share)
	c.rounds++
	if share >= 0.5 {
		c.pause = firstPause
	}
	if c.rounds >= 3 && c.rate < hopeless {
		c.pausedTo = generated + c.pause
		c.pause = min(2*c.pause, longestPause)
		c.rate, c.rounds = proven, 0
	}
	round := &CopyRound{Block: len(r.tokens), Accepted: r.accepted, Extension: c.extension, AtTokens: at}
	if r.correction != nil {
		round.Correction = new(*r.correction)
	}
	return round
}

// joined is the prompt and what was generated, as one text.
type joined struct{ prompt, generated []int }

func (t joined) len() int { return len(t.prompt) + len(t.generated) }

func (t joined) at(i int) int {
	if i < len(t.prompt) {
		return t.prompt[i]
	}
	return t.generated[i-len(t.prompt)]
}

// extension is how many tokens before a gram that ends there equal those before the
// gram at the end of the text.
func (t joined) extension(end int) int {
	n := 0
	for n < maxExtension && end-gram-1-n >= 0 && t.at(end-gram-1-n) == t.at(t.len()-gram-1-n) {
		n++
	}
	return n
}
