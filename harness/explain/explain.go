package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"rowproof/harness"
	"rowproof/oracle"
)

// Options are how a case is shown.
type Options struct {
	Columns int    // of the terminal; below 40 is taken as 40
	ASCII   bool   // no characters beyond ASCII
	Command string // that asks the case again
}

const (
	leastColumns    = 40
	mostDifferences = 16 // of a part
	longest         = 400
	indent          = "  "
)

// Write explains a case and the verdict on it.
func Write(w io.Writer, c *oracle.Case, v *harness.Verdict, o Options) error {
	o.Columns = max(o.Columns, leastColumns)
	p := &page{o: o}
	p.line("case %s", c.ID)
	p.line("%s:%d", c.File, c.Line)
	p.line("%s, %s, kind %s", c.Group, c.Entry, c.Kind)
	p.title("requirement")
	p.wrapped(Requirement(c))
	for _, n := range drawn(c) {
		p.title(n.name)
		p.picture(n)
	}
	if err := p.parameters(c); err != nil {
		return err
	}
	p.title("outcome")
	p.outcome(v)
	for i := range v.Parts {
		p.part(&v.Parts[i])
	}
	p.title("ask it again")
	p.text(o.Command)
	_, err := io.WriteString(w, p.b.String())
	return err
}

// page collects the lines of an explanation.
type page struct {
	o Options
	b strings.Builder
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *page) title(s string) { p.line("\n%s", s) }

func (p *page) text(s string) { p.line("%s%s", indent, s) }

func (p *page) wrapped(s string) {
	for line := range strings.SplitSeq(text.WrapSoft(s, p.o.Columns-len(indent)), "\n") {
		p.text(strings.TrimRight(line, " "))
	}
}

func (p *page) picture(n numbers) {
	const label = 4 // "max " before a binned line
	for _, line := range Picture(n.values, p.o.Columns-len(indent)-label, p.o.ASCII) {
		p.text(line)
	}
	c := Count(n.values)
	for _, line := range c.Lines(n.format) {
		p.wrapped(line)
	}
}

func (p *page) parameters(c *oracle.Case) error {
	lines, err := parameters(c)
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		return nil
	}
	p.title("parameters")
	for _, line := range lines {
		p.text(line)
	}
	return nil
}

func (p *page) outcome(v *harness.Verdict) {
	if v.Outcome == harness.NotSupported {
		p.wrapped(v.Problem()) // it starts with the outcome
		return
	}
	p.text(string(v.Outcome))
	if problem := v.Problem(); problem != "" {
		p.wrapped(problem)
	}
	for _, class := range v.Classes {
		p.wrapped(fmt.Sprintf("%s: %s", class, class.Reason()))
	}
}

func (p *page) part(part *harness.PartVerdict) {
	what := string(part.Outcome)
	if part.Class != "" {
		what += " (" + string(part.Class) + ")"
	}
	p.title(part.Name + ": " + what)
	value := func(raw json.RawMessage) string { return cut(part.Readable(raw), longest) }
	if part.Outcome == harness.Equal && bytes.Equal(part.Want, part.Recorded) {
		p.text(value(part.Want))
		return
	}
	p.text("recorded  " + value(part.Recorded))
	p.text("expected  " + value(part.Want))
	p.text("seen      " + value(part.Seen))
	if part.Outcome != harness.Differ || part.Want == nil || part.Seen == nil {
		return
	}
	list := part.Differences()
	for i, d := range list {
		if i == mostDifferences {
			p.text(fmt.Sprintf("%d differences more", len(list)-i))
			break
		}
		p.text("differs   " + cut(d.String(), longest))
	}
}
