package report

import (
	"encoding/json"

	"rowproof/harness"
)

// Schema names the version of report.json. A change that a reader could notice
// needs a new number here and in report.schema.json.
const Schema = "rowproof-report/1"

// Document is report.json. It holds no time and no path of the machine beside the
// names of the receipt files: two runs that came to the same are the same bytes.
type Document struct {
	Schema      string          `json:"schema"`
	Tool        Tool            `json:"tool"`
	Engine      Engine          `json:"engine"`
	Environment Environment     `json:"environment"`
	Receipts    []Receipt       `json:"receipts"`
	Totals      Counts          `json:"totals"`
	Groups      []Group         `json:"groups"`
	Exceptions  []Exception     `json:"exceptions"`
	NotProven   []Case          `json:"not_proven"`
	Features    []FeatureRecord `json:"features"`
}

// Tool is the program that wrote the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Engine is the engine that was asked, in its own words.
type Engine struct {
	Name    string            `json:"name"`
	Version string            `json:"version"`
	Details map[string]string `json:"details"`
}

// Receipt is a file that took part.
type Receipt struct {
	File   string `json:"file"`
	Schema string `json:"schema"`
	Group  string `json:"group"`
	Cases  int    `json:"cases"`
}

// Counts are cases by outcome.
type Counts struct {
	Total       int `json:"total"`
	Equal       int `json:"equal"`
	Exceptions  int `json:"exceptions"`
	Unsupported int `json:"unsupported"`
	Differ      int `json:"differ"`
}

// Group are the counts of one group.
type Group struct {
	Group string `json:"group"`
	Counts
}

// Exception says how often a declared exception was met. A case may show several.
type Exception struct {
	Class  string   `json:"class"`
	Reason string   `json:"reason"`
	Groups []string `json:"groups"`
	Cases  int      `json:"cases"`
	Parts  int      `json:"parts"`
}

// Case is a case that is not proven: it differs or the engine does not support it.
type Case struct {
	ID      string          `json:"id"`
	Group   string          `json:"group"`
	Kind    string          `json:"kind"`
	Entry   string          `json:"entry"`
	File    string          `json:"file"`
	Line    int             `json:"line"`
	Outcome harness.Outcome `json:"outcome"`
	Fault   harness.Fault   `json:"fault,omitempty"`
	Problem string          `json:"problem"`           // one line
	Message string          `json:"message,omitempty"` // what the engine said, whole
	Parts   []Part          `json:"parts,omitempty"`   // those that differ
}

// Part is a part that differs: what the law wants, what the engine gave and what
// the receipt holds. A side that has no such part is absent.
type Part struct {
	Name     string          `json:"name"`
	Want     json.RawMessage `json:"want,omitempty"`
	Seen     json.RawMessage `json:"seen,omitempty"`
	Recorded json.RawMessage `json:"recorded,omitempty"`
}

// FeatureRecord is one feature and its scenarios.
type FeatureRecord struct {
	Name      string           `json:"name"`
	File      string           `json:"file"`
	Passed    int              `json:"passed"`
	Failed    int              `json:"failed"`
	Scenarios []ScenarioRecord `json:"scenarios"`
}

// ScenarioRecord is one scenario.
type ScenarioRecord struct {
	Name    string `json:"name"`
	Outcome string `json:"outcome"` // "passed" or "failed"
	Message string `json:"message,omitempty"`
}

// New makes the document of a replay and of the features that ran beside it.
func New(tool Tool, env Environment, s *harness.Summary, features []Feature) *Document {
	d := &Document{
		Schema:      Schema,
		Tool:        tool,
		Engine:      Engine{s.Engine.Name, s.Engine.Version, s.Engine.Details},
		Environment: env,
		Totals:      Counts(s.Total),
		Receipts:    []Receipt{}, Groups: []Group{}, Exceptions: []Exception{}, NotProven: []Case{}, Features: []FeatureRecord{},
	}
	if d.Engine.Details == nil {
		d.Engine.Details = map[string]string{}
	}
	for _, src := range s.Sources {
		d.Receipts = append(d.Receipts, Receipt(src))
	}
	for _, g := range s.Groups {
		d.Groups = append(d.Groups, Group{g.Group, Counts(g.Counts)})
	}
	for _, c := range s.Classes {
		d.Exceptions = append(d.Exceptions, Exception{string(c.Class), c.Reason, c.Groups, c.Cases, c.Parts})
	}
	for _, v := range s.NotProven() {
		d.NotProven = append(d.NotProven, caseOf(&v))
	}
	for _, f := range features {
		d.Features = append(d.Features, featureOf(&f))
	}
	return d
}

func caseOf(v *harness.Verdict) Case {
	c := Case{
		ID: v.ID, Group: v.Group, Kind: v.Kind, Entry: v.Entry, File: v.File, Line: v.Line,
		Outcome: v.Outcome, Fault: v.Fault, Problem: v.Problem(), Message: v.Message,
	}
	for _, p := range v.Parts {
		if p.Outcome == harness.Differ {
			c.Parts = append(c.Parts, Part{p.Name, p.Want, p.Seen, p.Recorded})
		}
	}
	return c
}

func featureOf(f *Feature) FeatureRecord {
	out := FeatureRecord{Name: f.Name, File: f.File, Failed: f.Failed(), Scenarios: []ScenarioRecord{}}
	out.Passed = len(f.Scenarios) - out.Failed
	for _, s := range f.Scenarios {
		outcome := "passed"
		if !s.Passed {
			outcome = "failed"
		}
		out.Scenarios = append(out.Scenarios, ScenarioRecord{s.Name, outcome, s.Message})
	}
	return out
}
