package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"rowproof/harness"
)

// Look is how the table is drawn. The zero value is plain ASCII.
type Look struct {
	Lines   bool // box-drawing characters
	Color   bool
	Columns int // where sentences are wrapped; 0: nowhere
}

// Table writes the counts per group, the exception classes that were met with their
// reasons, and the features.
func Table(w io.Writer, s *harness.Summary, features []Feature, look Look) {
	groups(w, s, look)
	for _, c := range s.Classes {
		fmt.Fprintf(w, "exception %s: %s in %s\n", c.Class, count(c.Cases, "case"), strings.Join(c.Groups, ", "))
		fmt.Fprintln(w, look.wrap(c.Reason))
	}
	if len(features) > 0 {
		scenarios(w, features, look)
	}
}

func groups(w io.Writer, s *harness.Summary, look Look) {
	t := look.table(w, 5)
	t.AppendHeader(table.Row{"group", "equal", "exceptions", "unsupported", "differ"})
	for _, g := range s.Groups {
		t.AppendRow(row(g.Group, g.Counts, look))
	}
	t.AppendFooter(row(fmt.Sprintf("all %d", s.Total.Total), s.Total, look))
	t.Render()
}

func row(name string, n harness.Counts, look Look) table.Row {
	return table.Row{
		name,
		look.paint(n.Equal, text.FgGreen),
		look.paint(n.Exceptions, text.FgCyan),
		look.paint(n.Unsupported, text.FgYellow),
		look.paint(n.Differ, text.FgRed),
	}
}

func scenarios(w io.Writer, features []Feature, look Look) {
	t := look.table(w, 3)
	t.AppendHeader(table.Row{"feature", "passed", "failed"})
	var passed, failed int
	for _, f := range features {
		bad := f.Failed()
		good := len(f.Scenarios) - bad
		passed, failed = passed+good, failed+bad
		t.AppendRow(table.Row{f.Name, look.paint(good, text.FgGreen), look.paint(bad, text.FgRed)})
	}
	t.AppendFooter(table.Row{count(passed+failed, "scenario"), look.paint(passed, text.FgGreen), look.paint(failed, text.FgRed)})
	t.Render()
}

func (l Look) table(w io.Writer, columns int) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleDefault)
	if l.Lines {
		t.SetStyle(table.StyleLight)
	}
	t.Style().Format.Header = text.FormatDefault
	t.Style().Format.Footer = text.FormatDefault
	var numbers []table.ColumnConfig
	for i := 2; i <= columns; i++ {
		numbers = append(numbers, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight})
	}
	t.SetColumnConfigs(numbers)
	return t
}

func (l Look) wrap(sentence string) string {
	const indent = "  "
	if l.Columns > len(indent) {
		sentence = text.WrapSoft(sentence, l.Columns-len(indent))
	}
	lines := strings.Split(sentence, "\n")
	for i, line := range lines {
		lines[i] = indent + strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// paint colours a number that says something; a zero stays as it is.
func (l Look) paint(n int, c text.Color) string {
	if !l.Color || n == 0 {
		return strconv.Itoa(n)
	}
	// The escape is written by hand: the library decides about colour once per
	// process, from the environment, and here the caller decides.
	return fmt.Sprintf("%s%d%s", c.EscapeSeq(), n, text.EscapeReset)
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
