package modelprove

import "fmt"

// Proof is what was proven of a folder.
type Proof struct {
	Model string // the name of the folder
	DType string // of the embedding, as a safetensors header has it
	Lines []Line // the groups of prompts, then the kinds of poison
}

// Line is a group of prompts or a kind of poison.
type Line struct {
	Name     string
	Proven   int // of Total
	Total    int
	Stated   string   // the bound, or the row that is broken and its census
	Failures []string // what was not proven, a line each

	// Of prompts:

	Difference float64 // the largest of a row, in units of the bound
	Best       int     // rows with the oracle's best token, of Rows: counted, not judged
	Rows       int     // those of every token, and the draft rows
}

// hold counts one thing to prove; a failure says why it is not proven.
func (l *Line) hold(where string, failure error) {
	l.Total++
	if failure != nil {
		l.Failures = append(l.Failures, fmt.Sprintf("%s: %v", where, failure))
		return
	}
	l.Proven++
}

// agree counts a best token.
func (l *Line) agree(oracle, ours int) {
	l.Rows++
	if oracle == ours {
		l.Best++
	}
}

// compare holds the rows of a prompt against the oracle's.
func (l *Line) compare(b Bound, a asked) {
	ours := a.ours.each()
	for i, row := range a.oracle.each() {
		d := b.measure(row.values, ours[i].values)
		l.Difference = max(l.Difference, d) // a NaN stays
		var failure error
		if !(d <= b.Most) {
			failure = fmt.Errorf("%s is %.3g from the oracle's, stated %v", row.name, d, b)
		}
		l.hold(named(a.tokens), failure)
	}
	for i, token := range a.oracle.best {
		l.agree(token, a.ours.best[i])
	}
	for i, d := range a.oracle.drafts {
		l.agree(best(d.row), best(a.ours.drafts[i].row))
	}
}

// Counts adds up the lines.
func (p *Proof) Counts() (proven, total int) {
	for i := range p.Lines {
		proven += p.Lines[i].Proven
		total += p.Lines[i].Total
	}
	return proven, total
}
