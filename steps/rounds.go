package steps

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cucumber/godog"

	"rowproof/engine/generate"
)

// roundSteps compare what an answer's event log tells.
var roundSteps = []step{
	bound(`the rounds are`, (*world).thenRounds),
	bound(`(\d+) blocks? (?:was|were) tried`, (*world).thenBlocks),
}

// roundColumns are what a table of rounds may show. An empty cell is nothing.
var roundColumns = map[string]func(generate.Event) string{
	"token":    func(e generate.Event) string { return strconv.Itoa(e.Token) },
	"primary":  func(e generate.Event) string { return strconv.Itoa(e.Primary) },
	"pending":  func(e generate.Event) string { return yes(e.AlreadyEmitted) },
	"drafts":   drafted,
	"accepted": func(e generate.Event) string { return strconv.Itoa(e.Accepted) },
	"rejected": func(e generate.Event) string { return number0(e.RejectedAt) },
	"bonus":    func(e generate.Event) string { return optional(e.Bonus) },
	"copied":   copied,
	"again": func(e generate.Event) string {
		if len(e.Repair) == 0 {
			return ""
		}
		return list(e.Repair)
	},
}

func (w *world) thenRounds(t *godog.Table) error {
	var want, seen [][]string
	for _, line := range t.Rows {
		var cells []string
		for _, c := range line.Cells {
			cells = append(cells, c.Value)
		}
		want = append(want, cells)
	}
	for _, e := range w.gen.seen.rounds {
		var cells []string
		for _, name := range want[0] {
			column, ok := roundColumns[name]
			if !ok {
				return fmt.Errorf("a round has no %q", name)
			}
			cells = append(cells, column(e))
		}
		seen = append(seen, cells)
	}
	if !slices.EqualFunc(seen, want[1:], slices.Equal) {
		return fmt.Errorf("seen %q", seen)
	}
	return nil
}

func (w *world) thenBlocks(n int) error {
	if !w.gen.seen.asked {
		return errNoAnswer
	}
	tried := 0
	for _, e := range w.gen.seen.rounds {
		if e.Copied != nil {
			tried++
		}
	}
	return same(tried, n)
}

func drafted(e generate.Event) string {
	var tokens []int
	for _, d := range e.Drafts {
		tokens = append(tokens, d.Token)
	}
	if len(tokens) == 0 {
		return ""
	}
	return list(tokens)
}

func copied(e generate.Event) string {
	switch {
	case e.Copied == nil:
		return ""
	case e.Copied.Disabled:
		return "given up"
	}
	return fmt.Sprintf("%d of %d", e.Copied.Accepted, e.Copied.Block)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

// number0 is a number of which 0 means that there is none.
func number0(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func optional(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
