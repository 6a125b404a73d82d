package inject

import "rowproof/engine/model"

// none is the answer of a counter where no row is to be broken.
const none = -1

// counter tells when a forward is the fault's, by the order of forwards alone. It
// counts as the recorder of the receipts does: drafts belong to the cycle whose window
// follows them; the forward after a copied block that was rolled back is a step like
// plain decoding's, no repair, so a sticky fault spares it.
type counter struct {
	fault     Fault
	prefilled bool
	step      int // of the next forward that is a step
	cycle     int // of the next window behind drafts
	depth     int // of the next draft
	copies    int // rounds with a copied block so far
	last      model.Kind
	armed     bool // a window was broken: sticky repairs follow
}

// trunk is the row to break of a forward with so many rows.
func (c *counter) trunk(kind model.Kind, rows int) int {
	if kind == model.Repair && c.last == model.Copy {
		kind = model.Decode
	}
	c.last = kind
	if rows == 0 {
		return none
	}
	at := c.fault.Site
	switch kind {
	case model.Prefill:
		first := !c.prefilled
		c.prefilled = true
		if first && at.place == "prefill" {
			return rows - 1
		}
	case model.Decode:
		c.step++
		if at == (Site{place: "ar", count: c.step - 1}) {
			return rows - 1
		}
	case model.Verify:
		c.cycle++
		c.depth = 0
		return c.window("verify", c.cycle-1, rows)
	case model.Copy:
		c.copies++
		return c.window("copy", c.copies-1, rows)
	case model.Repair:
		if c.armed && c.fault.Sticky {
			return rows - 1
		}
	}
	return none
}

func (c *counter) window(place string, count, rows int) int {
	at := c.fault.Site
	if at.place != place || at.count != count || at.within >= rows {
		return none
	}
	c.armed = true
	return at.within
}

// draft reports whether the next draft's row is to be broken.
func (c *counter) draft() bool {
	c.depth++
	return c.fault.Site == Site{"draft", c.cycle, c.depth - 1}
}
