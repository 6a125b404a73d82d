package main

import (
	"os"

	"golang.org/x/term"

	"rowproof/harness/report"
)

// plainColumns is the width taken where there is no terminal.
const plainColumns = 80

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// look is how tables are drawn: plain away from a terminal, and without colour where
// NO_COLOR asks for it (no-color.org).
func (p *program) look() report.Look {
	terminal := isTerminal(p.stdout)
	return report.Look{Lines: terminal, Color: terminal && os.Getenv("NO_COLOR") == "", Columns: p.columns()}
}

func (p *program) columns() int {
	if columns, _, err := term.GetSize(int(p.stdout.Fd())); err == nil && columns > 0 {
		return columns
	}
	return plainColumns
}
