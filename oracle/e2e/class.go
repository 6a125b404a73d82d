package e2e

import (
	"slices"

	"rowproof/oracle"
)

// The classes of declared exceptions: what the oracle does with a forward that has a
// broken row, where the law ends the request with that row's error. The list is closed.
const (
	// ClassDraft: a greedy draft row is read without a check. Whether the fault stays
	// or goes, the answer is the target's.
	ClassDraft oracle.Class = "unchecked-draft-row"
	// ClassAccepted: the fault may stay or go; the token is already fabricated.
	ClassAccepted oracle.Class = "broken-row-accepted"
	// ClassHealed: only a transient fault ends like this; one that stays breaks the
	// second forward too.
	ClassHealed oracle.Class = "second-forward-heals"
	// ClassUnread: the fault may stay or go; nobody looks.
	ClassUnread oracle.Class = "row-never-read"
	// ClassLate: the same error, later.
	ClassLate oracle.Class = "streams-before-failing"
)

var classReasons = []struct {
	class  oracle.Class
	reason string
}{
	{ClassDraft, "Greedy drafting takes an unchecked argmax of the draft head's row, so a broken row proposes a normal-looking token and the request goes on with what the target says; the law refuses the row and ends the request."},
	{ClassAccepted, "A greedy window is settled by an unchecked argmax, and the broken row's answer happens to be the token proposed, so the oracle accepts it silently and streams what follows; the law refuses the window."},
	{ClassHealed, "A greedy window is settled by an unchecked argmax, the broken row rejects what was proposed, and the batched lane throws the row away with the window: its second forward is healthy when the fault was transient, and the request goes on; the law refuses the window."},
	{ClassUnread, "The oracle reads a window row by row up to the first rejection, so a broken row behind it goes unseen (a fault that also breaks the second forward is met there, after more tokens); the law refuses the window before it reads any row."},
	{ClassLate, "The oracle commits and streams what it accepted before the broken row, or before the second forward's, and refuses the row when the next token is read from it; the law refuses the forward as a whole, with nothing of it streamed."},
}

// Classes lists all classes of declared exceptions.
func Classes() []oracle.Class {
	out := make([]oracle.Class, len(classReasons))
	for i, c := range classReasons {
		out[i] = c.class
	}
	return out
}

// Reason says in one sentence what the oracle does there and what the law does
// instead; "" for an unknown class.
func Reason(class oracle.Class) string {
	i := slices.Index(Classes(), class)
	if i < 0 {
		return ""
	}
	return classReasons[i].reason
}
