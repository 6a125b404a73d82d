package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"rowproof/engine/generate"
)

// trace writes what happened in a round, one line per event.
func trace(w io.Writer, e generate.Event, greedy bool) {
	t := tracer{w: w, step: e.Step}
	for _, d := range e.Draws {
		if !d.Choice {
			t.uniforms = append(t.uniforms, d.Value)
		}
	}
	if e.Plain {
		drawn := ""
		if !greedy {
			drawn = ", draws: " + draws(e.Draws)
		}
		t.line("token %d%s", e.Token, drawn)
		return
	}
	from := ""
	if e.AlreadyEmitted {
		from = ", left over by the round before"
	}
	t.line("primary %d%s", e.Primary, from)
	for _, d := range e.Drafts {
		t.draft(d)
	}
	t.copied(e.Copied)
	if len(e.Repair) > 0 {
		t.line("forwarded again: %s", list(e.Repair))
	}
	if e.Bonus != nil {
		t.line("bonus %d", *e.Bonus)
	}
	if !greedy {
		t.line("draws: %s", draws(e.Draws))
	}
	if e.Failed {
		t.line("given up, nothing of it is committed but the primary")
	}
}

// tracer pairs the uniforms of a round with the tokens that they decided about.
type tracer struct {
	w        io.Writer
	step     int
	uniforms []float64
}

func (t *tracer) line(format string, args ...any) {
	fmt.Fprintf(t.w, "round %d: %s\n", t.step, fmt.Sprintf(format, args...))
}

func (t *tracer) draft(d generate.DraftToken) {
	said := fmt.Sprintf("draft %d: %d", d.Depth, d.Token)
	if !d.Examined {
		t.line("%s, not looked at", said)
		return
	}
	odds := ""
	if len(t.uniforms) > 0 {
		odds = fmt.Sprintf(", uniform %s against probability %s", number(t.uniforms[0]), number(d.Probability))
		t.uniforms = t.uniforms[1:]
	}
	if d.Accepted {
		t.line("%s%s, accepted", said, odds)
		return
	}
	t.line("%s%s, rejected: the target has %d", said, odds, d.Correction)
}

func (t *tracer) copied(c *generate.CopyRound) {
	switch {
	case c == nil:
	case c.Disabled:
		t.line("copied block given up, no more copying%s", t.each())
	case c.Correction != nil:
		t.line("copied %d of %d tokens%s, corrected to %d", c.Accepted, c.Block, t.each(), *c.Correction)
	default:
		t.line("copied %d of %d tokens%s", c.Accepted, c.Block, t.each())
	}
}

// each lists the uniforms of a copied block, one per token that was looked at.
func (t *tracer) each() string {
	if len(t.uniforms) == 0 {
		return ""
	}
	var words []string
	for _, u := range t.uniforms {
		words = append(words, number(u))
	}
	return ", uniforms " + strings.Join(words, " ")
}

func draws(all []generate.Draw) string {
	var words []string
	for _, d := range all {
		if d.Choice {
			words = append(words, "choice "+strconv.Itoa(d.Token))
		} else {
			words = append(words, "uniform "+number(d.Value))
		}
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, ", ")
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

func list(tokens []int) string { return strings.Trim(fmt.Sprint(tokens), "[]") }
