package harness

import (
	"cmp"
	"fmt"
	"slices"

	"rowproof/oracle"
)

// Counts are cases by outcome.
type Counts struct {
	Total, Equal, Exceptions, Unsupported, Differ int
}

func (n *Counts) add(o Outcome) {
	n.Total++
	switch o {
	case Equal:
		n.Equal++
	case Exception:
		n.Exceptions++
	case NotSupported:
		n.Unsupported++
	case Differ:
		n.Differ++
	}
}

func (n Counts) plus(m Counts) Counts {
	return Counts{n.Total + m.Total, n.Equal + m.Equal, n.Exceptions + m.Exceptions, n.Unsupported + m.Unsupported, n.Differ + m.Differ}
}

// GroupCounts are the cases of one group.
type GroupCounts struct {
	Group string
	Counts
}

// ClassCounts say how often an exception class was met: in how many cases, and in
// how many of their parts. A case that shows several classes counts under each, so
// the cases here can add up to more than Counts.Exceptions. Cases that differ are
// not counted.
type ClassCounts struct {
	Class        oracle.Class
	Reason       string   // one sentence: what the oracle does and what the law does
	Groups       []string // in which it was met, sorted
	Cases, Parts int
}

// Source is a receipt file that took part.
type Source struct {
	File, Schema, Group string
	Cases               int // in the file; a filter may have asked fewer
}

// Summary is what a replay came to.
type Summary struct {
	Engine   Info
	Sources  []Source
	Total    Counts
	Groups   []GroupCounts // those that were asked, in the order of oracle.Groups, others as they come
	Classes  []ClassCounts // sorted by class
	Verdicts []Verdict     // every case that was asked, in the order of the files
	// Stopped says that FailFast ended the replay at the last verdict, with more
	// cases to ask.
	Stopped bool
}

// NotProven lists the verdicts that are neither equal nor a declared exception, in order.
func (s *Summary) NotProven() []Verdict {
	var list []Verdict
	for _, v := range s.Verdicts {
		if !v.OK() {
			list = append(list, v)
		}
	}
	return list
}

// Line is the closing line of a replay.
func (s *Summary) Line() string {
	n := s.Total
	return fmt.Sprintf("total %d: %d equal, %d exceptions, %d unsupported, %d differ",
		n.Total, n.Equal, n.Exceptions, n.Unsupported, n.Differ)
}

func summarize(engine Info, files []*oracle.File, verdicts []Verdict, stopped bool) *Summary {
	var sources []Source
	for _, f := range files {
		sources = append(sources, Source{File: f.Name, Schema: f.Header.Schema, Group: f.Header.Group, Cases: f.Header.Cases})
	}
	s := Summarize(engine, sources, verdicts, oracle.Class.Reason)
	s.Stopped = stopped
	return s
}

// Summarize counts verdicts on any kind of case; reason has a sentence for each class
// that they name.
func Summarize(engine Info, sources []Source, verdicts []Verdict, reason func(oracle.Class) string) *Summary {
	s := &Summary{Engine: engine, Sources: sources, Verdicts: verdicts}
	groups, classes := map[string]int{}, map[oracle.Class]*ClassCounts{}
	for _, v := range verdicts {
		i, ok := groups[v.Group]
		if !ok {
			i = len(s.Groups)
			groups[v.Group] = i
			s.Groups = append(s.Groups, GroupCounts{Group: v.Group})
		}
		s.Groups[i].add(v.Outcome)
		s.Total.add(v.Outcome)
		if v.Outcome == Exception {
			countClasses(classes, &v, reason)
		}
	}
	known := oracle.Groups()
	slices.SortStableFunc(s.Groups, func(a, b GroupCounts) int {
		return cmp.Compare(slices.Index(known, a.Group), slices.Index(known, b.Group))
	})
	for _, n := range classes {
		s.Classes = append(s.Classes, *n)
	}
	slices.SortFunc(s.Classes, func(a, b ClassCounts) int { return cmp.Compare(a.Class, b.Class) })
	return s
}

// Join is two replays as one: of different receipts, by the same engine. Their
// classes have different names.
func Join(a, b *Summary) *Summary {
	return &Summary{
		Engine:   a.Engine,
		Sources:  slices.Concat(a.Sources, b.Sources),
		Total:    a.Total.plus(b.Total),
		Groups:   slices.Concat(a.Groups, b.Groups),
		Classes:  slices.Concat(a.Classes, b.Classes),
		Verdicts: slices.Concat(a.Verdicts, b.Verdicts),
		Stopped:  a.Stopped || b.Stopped,
	}
}

func countClasses(classes map[oracle.Class]*ClassCounts, v *Verdict, reason func(oracle.Class) string) {
	for _, class := range v.Classes {
		n := classes[class]
		if n == nil {
			n = &ClassCounts{Class: class, Reason: reason(class)}
			classes[class] = n
		}
		n.Cases++
		for _, p := range v.Parts {
			if p.Outcome == Exception && p.Class == class {
				n.Parts++
			}
		}
		if i, found := slices.BinarySearch(n.Groups, v.Group); !found {
			n.Groups = slices.Insert(n.Groups, i, v.Group)
		}
	}
}
