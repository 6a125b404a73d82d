package modelprove

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"rowproof/harness/report"
)

// Table writes a line for each group of prompts and each kind of poison.
func (p *Proof) Table(w io.Writer, look report.Look) {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleDefault)
	if look.Lines {
		t.SetStyle(table.StyleLight)
	}
	t.Style().Format.Header = text.FormatDefault
	var right []table.ColumnConfig
	for i := 2; i <= 4; i++ {
		right = append(right, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(right)
	t.AppendHeader(table.Row{p.Model + ", " + p.DType, "proven", "same best", "difference", "stated"})
	for i := range p.Lines {
		l := &p.Lines[i]
		same, difference := "", ""
		if l.Rows > 0 {
			same, difference = fmt.Sprintf("%d of %d", l.Best, l.Rows), fmt.Sprintf("%.2g", l.Difference)
		}
		t.AppendRow(table.Row{l.Name, fmt.Sprintf("%d of %d", l.Proven, l.Total), same, difference, l.Stated})
	}
	t.Render()
}
