package record

import (
	"bytes"
	"fmt"

	"rowproof/harness"
	"rowproof/oracle"
)

// Comparison holds a second recording against a first.
type Comparison struct {
	Same    int
	Changed []Change // in the order of the first recording
	Missing []string // ids that only the first recording has
	Added   []string // ids that only the second one has
}

// Change is a case that was answered in another way, or is another case by now.
type Change struct {
	ID      string
	Problem string          // the first difference in a line
	Verdict harness.Verdict // Want is the first recording, Seen the second; without parts if the question changed
}

// OK reports whether the second recording is the first.
func (c *Comparison) OK() bool { return len(c.Changed)+len(c.Missing)+len(c.Added) == 0 }

// Line is the comparison in a line.
func (c *Comparison) Line() string {
	return fmt.Sprintf("total %d: %d same, %d changed, %d missing, %d added",
		c.Same+len(c.Changed)+len(c.Missing)+len(c.Added), c.Same, len(c.Changed), len(c.Missing), len(c.Added))
}

// Diff compares two recordings case by case, by id, as a replay would: by the
// canonical form of each part, with the first recording for the law.
func Diff(recorded, again []*oracle.File) *Comparison {
	second := map[string]*oracle.Case{}
	for _, f := range again {
		for _, c := range f.Cases {
			second[c.ID] = c
		}
	}
	d := &Comparison{}
	for _, f := range recorded {
		for _, c := range f.Cases {
			now, ok := second[c.ID]
			if !ok {
				d.Missing = append(d.Missing, c.ID)
				continue
			}
			delete(second, c.ID)
			if change := compare(c, now); change != nil {
				d.Changed = append(d.Changed, *change)
			} else {
				d.Same++
			}
		}
	}
	for _, f := range again {
		for _, c := range f.Cases {
			if second[c.ID] != nil {
				d.Added = append(d.Added, c.ID)
			}
		}
	}
	return d
}

func compare(was, now *oracle.Case) *Change {
	if !sameQuestion(was, now) {
		return &Change{ID: was.ID, Problem: "the inputs are not the same"}
	}
	var exp oracle.Expected
	for _, p := range was.Out.Parts() {
		exp.Parts = append(exp.Parts, oracle.ExpectedPart{Part: p})
	}
	v := harness.Judge(was, exp, now.Out, nil)
	if v.Outcome == harness.Equal {
		return nil
	}
	return &Change{ID: was.ID, Problem: v.Problem(), Verdict: v}
}

// sameQuestion compares values, not pointers: a recording shares its questions with
// the files it was made from, one that was read does not.
func sameQuestion(a, b *oracle.Case) bool {
	x, errX := oracle.MarshalInput(a)
	y, errY := oracle.MarshalInput(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
