package harness

import (
	"regexp"
	"slices"

	"rowproof/oracle"
)

// selection is which cases of some files a replay asks.
type selection struct {
	groups []string       // empty: all
	filter *regexp.Regexp // on the id; nil: all
}

func (s selection) of(files []*oracle.File) []*oracle.Case {
	var cases []*oracle.Case
	for _, f := range files {
		for _, c := range f.Cases {
			if s.holds(c) {
				cases = append(cases, c)
			}
		}
	}
	return cases
}

func (s selection) holds(c *oracle.Case) bool {
	return (len(s.groups) == 0 || slices.Contains(s.groups, c.Group)) &&
		(s.filter == nil || s.filter.MatchString(c.ID))
}
