package generate

// Event is one round: one token in plain decoding, one cycle with drafts.
type Event struct {
	Step           int
	Token          int  // plain decoding: the token
	Primary        int  // with drafts: the token that the round begins with
	AlreadyEmitted bool // the primary was streamed by the round before
	Drafts         []DraftToken
	Accepted       int  // accepted drafts or copied tokens
	RejectedAt     int  // depth of the first draft rejected, 0 if none
	Bonus          *int // token read from the last row of a window that was accepted whole
	Copied         *CopyRound
	Repair         []int  // tokens that were forwarded again
	Draws          []Draw // in order
	Plain          bool   // plain decoding
	Failed         bool   // the round was given up: nothing of its window is committed
}

// DraftToken is one proposal of the draft head and what became of it.
type DraftToken struct {
	Depth       int // from 1
	Token       int
	Examined    bool // false after a rejection
	Accepted    bool
	Probability float64 // of acceptance
	Correction  int     // the token itself, or what the target has in its place
}

// CopyRound is a round with a block copied from the prompt.
type CopyRound struct {
	Disabled   bool // the lane cannot keep a part of the block: rolled back, no more copying
	Block      int  // tokens proposed
	Accepted   int
	Extension  int // how far the match goes back beyond the shortest one
	Correction *int
	AtTokens   int // tokens generated before the block
}

// Draw is one use of the random stream.
type Draw struct {
	Choice bool    // a token was chosen; else a uniform was drawn
	Value  float64 // the uniform
	Token  int     // the token chosen
}
