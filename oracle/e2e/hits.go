package e2e

import (
	"slices"
	"strconv"
	"strings"
)

// checkHits holds what a fault hit against what the fault is. Where, and over which
// token, the first one hit is known from the run; what is checked here is the rest.
func (r *Record) checkHits() error {
	f := r.Fault
	if len(f.Hits) == 0 {
		return badf("injected: the fault hit nothing")
	}
	for i, h := range f.Hits {
		if h.Row < 0 || h.Row >= h.Rows || h.Streamed < 0 || h.Streamed > len(r.Streamed) || h.Draws < 0 || h.Draws > len(r.Tape) || h.Argmax < 0 {
			return badf("injected[%d] is beyond its forward, the tokens or the draws", i)
		}
		if !f.leaves(h) {
			return badf("injected[%d]: a row broken by %s has no mlx_argmax %d", i, f.Kind, h.after)
		}
		if i == 0 {
			continue
		}
		if before := f.Hits[i-1]; h.Row != h.Rows-1 || h.Streamed < before.Streamed || h.Draws < before.Draws {
			return badf("injected[%d] is no last row of a later forward", i)
		}
	}
	return r.checkSticky()
}

// leaves reports whether the oracle's argmax of a broken row can be this: a scan from
// token 0 on that no NaN interrupts, unless it is the first.
func (f *Fault) leaves(h Hit) bool {
	switch f.Kind {
	case "nan", "nan0", "allneginf":
		return h.after == 0
	case "posinf":
		return h.after == 77
	case "nan1", "posinf_top":
		return h.after == h.Argmax
	case "nan_top", "one_neginf":
		return h.after != h.Argmax && h.after >= 0
	case "mask":
		return slices.Contains([]int{33, 65, 66, 120, 200}, h.after)
	}
	return false
}

// checkSticky: a sticky fault of a window also hits each later repair. How many there
// were, the rounds tell; of a run that failed they are unknown, and one hit fits either.
func (r *Record) checkSticky() error {
	f := r.Fault
	if f.Sticky && (!f.window() || r.Params.Strategy != Batched) {
		return badf("sticky: %s in lane %s is followed by no repair", f.Site, r.Params.Strategy)
	}
	if !f.Sticky && len(f.Hits) > 1 {
		return badf("injected: a fault that is not sticky hit %d times", len(f.Hits))
	}
	if r.Error != nil || !f.Sticky {
		return nil
	}
	if repairs := r.repairs(); len(f.Hits) != 1+repairs {
		return badf("injected: %d hits of a sticky fault, %d repairs", len(f.Hits), repairs)
	}
	return nil
}

// window reports whether the site is a row of a window.
func (f *Fault) window() bool {
	return strings.HasPrefix(f.Site, "verify:") || strings.HasPrefix(f.Site, "copy:")
}

// repairs counts the windows behind drafts that were forwarded again, from the window on
// that the fault hit.
func (r *Record) repairs() int {
	place, rest, _ := strings.Cut(r.Fault.Site, ":")
	count, _, _ := strings.Cut(rest, ":")
	n, seen, hit := 0, 0, false
	for _, e := range r.Events {
		if e.Round == nil || len(e.Round.Drafts) == 0 && e.Round.Copied == nil {
			continue
		}
		if (e.Round.Copied != nil) == (place == "copy") {
			hit = hit || strconv.Itoa(seen) == count
			seen++
		}
		if hit && e.Round.RejectedAt > 0 {
			n++
		}
	}
	return n
}
