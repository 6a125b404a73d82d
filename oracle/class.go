package oracle

// Class names one reason why a record disagrees with the law. The list is
// closed: a record that disagrees for another reason is not excused by Expect.
type Class string

// The classes of declared exceptions.
const (
	ClassCandidates     Class = "nan-outside-candidates"
	ClassBatchNeighbour Class = "batched-neighbour"
	ClassHostGreedy     Class = "host-greedy"
	ClassArgmax7577     Class = "unchecked-argmax-7577"
	ClassArgmax13295    Class = "unchecked-argmax-13295"
	ClassArgmax15371    Class = "unchecked-argmax-15371"
	ClassArgmax15339    Class = "unchecked-batched-argmax-15339"
	ClassDraft7664      Class = "unchecked-draft-default-7664"
	ClassTarget         Class = "nonfinite-target"
	ClassLookahead      Class = "block-lookahead"
	ClassMassless       Class = "massless-neighbour"
)

var classReasons = []struct {
	class  Class
	reason string
}{
	{ClassCandidates, "With top_p off, the oracle's top-k readers take their mass from the k best candidates alone, so a NaN elsewhere in the row goes unseen and a token is drawn; the law refuses the row."},
	{ClassBatchNeighbour, "With top_p off, a broken row of a batch whose k best candidates are finite goes unseen, so the oracle answers for the whole batch or names a later row; the law refuses the batch with the census of its first broken row."},
	{ClassHostGreedy, "At temperature 0 and below, the oracle's host reader puts all mass on numpy's argmax without a look at the row, so NaN and infinite rows give a certain token; the law refuses them."},
	{ClassArgmax7577, "The oracle's draft reader with metrics (generation.py 7577) takes an unchecked argmax, so a broken row gives a normal-looking draft token; the law refuses the row."},
	{ClassArgmax13295, "The oracle's context copy (generation.py 13295, and 13617 in its batched lane) settles a window by an unchecked argmax over its rows, so a broken row gives a target token; the law refuses the window."},
	{ClassArgmax15371, "The oracle's greedy verify (generation.py 15371) takes an unchecked argmax of each row, so a broken row gives a target token; the law refuses the row."},
	{ClassArgmax15339, "The oracle's batched greedy verify (generation.py 15339) takes one unchecked argmax over all rows of the window, so broken rows give target tokens; the law refuses the window with the census of its first broken row."},
	{ClassDraft7664, "The oracle's default drafting (generation.py 7664, and 14304 in its chained form) takes an unchecked argmax at temperature 0, so a broken draft row gives a draft token; the law refuses the row."},
	{ClassTarget, "A dense acceptance target with a NaN or an infinity gives the oracle a certain acceptance or a residual without that entry; the law refuses accept, residual and verify without a draw."},
	{ClassLookahead, "The oracle reads a block row by row and stops at the first rejection, so a broken row behind it goes unseen, and one behind accepted tokens is refused only after draws; the law refuses the block before any draw."},
	{ClassMassless, "A temperature that leaves a healthy row without mass makes the oracle refuse the call with that row's census, though another row of the call is broken; the law names the first broken row."},
}

// Classes lists all classes of declared exceptions.
func Classes() []Class {
	out := make([]Class, len(classReasons))
	for i, c := range classReasons {
		out[i] = c.class
	}
	return out
}

// Reason says in one sentence what the oracle does there and what the law does
// instead; "" for an unknown class.
func (c Class) Reason() string {
	for _, known := range classReasons {
		if known.class == c {
			return known.reason
		}
	}
	return ""
}
