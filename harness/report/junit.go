package report

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"rowproof/harness"
)

// JUnit is junit.xml in the common shape: one testsuite per group and per feature,
// one testcase per case and per scenario. An exception is a passed test with its
// class as a property; what the engine does not support is skipped with its reason;
// a case without an answer (panic, deadline) is an error, one with a wrong answer a
// failure.
type JUnit struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Time     string   `xml:"time,attr"`
	Suites   []Suite  `xml:"testsuite"`

	elapsed time.Duration
}

// Suite is one testsuite.
type Suite struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr"`
	Cases    []Test `xml:"testcase"`

	elapsed time.Duration
}

// Test is one testcase.
type Test struct {
	Name       string      `xml:"name,attr"`
	Class      string      `xml:"classname,attr"`
	File       string      `xml:"file,attr,omitempty"`
	Line       int         `xml:"line,attr,omitempty"`
	Time       string      `xml:"time,attr"`
	Properties *Properties `xml:"properties,omitempty"`
	Failure    *Problem    `xml:"failure"`
	Error      *Problem    `xml:"error"`
	Skipped    *Problem    `xml:"skipped"`
}

// Properties are facts about a test.
type Properties struct {
	List []Property `xml:"property"`
}

// Property is one of them.
type Property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// Problem is why a test did not pass.
type Problem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// NewJUnit makes the JUnit form of a replay and the features beside it.
func NewJUnit(s *harness.Summary, features []Feature) *JUnit {
	j := &JUnit{Name: "rowproof"}
	index := map[string]int{}
	for _, g := range s.Groups {
		index[g.Group] = len(j.Suites)
		j.Suites = append(j.Suites, Suite{Name: g.Group})
	}
	for _, v := range s.Verdicts {
		j.Suites[index[v.Group]].add(testOf(&v), v.Elapsed)
	}
	for _, f := range features {
		suite := Suite{Name: f.Name}
		for _, sc := range f.Scenarios {
			suite.add(scenarioTest(&f, &sc), sc.Elapsed)
		}
		j.Suites = append(j.Suites, suite)
	}
	for i := range j.Suites {
		j.add(&j.Suites[i])
	}
	j.Time = seconds(j.elapsed)
	return j
}

func (s *Suite) add(t Test, elapsed time.Duration) {
	t.Time = seconds(elapsed)
	s.Cases = append(s.Cases, t)
	s.Tests++
	switch {
	case t.Failure != nil:
		s.Failures++
	case t.Error != nil:
		s.Errors++
	case t.Skipped != nil:
		s.Skipped++
	}
	s.elapsed += elapsed
	s.Time = seconds(s.elapsed)
}

func (j *JUnit) add(s *Suite) {
	j.Tests += s.Tests
	j.Failures += s.Failures
	j.Errors += s.Errors
	j.Skipped += s.Skipped
	j.elapsed += s.elapsed
}

func testOf(v *harness.Verdict) Test {
	t := Test{Name: v.ID, Class: v.Group, File: v.File, Line: v.Line}
	problem := &Problem{Message: v.Problem(), Type: string(v.Outcome), Text: details(v)}
	switch {
	case v.Outcome == harness.NotSupported:
		t.Skipped = problem
	case v.Fault != "":
		problem.Type = string(v.Fault)
		t.Error = problem
	case v.Outcome == harness.Differ:
		t.Failure = problem
	case v.Outcome == harness.Exception:
		t.Properties = &Properties{}
		for _, class := range v.Classes {
			t.Properties.List = append(t.Properties.List, Property{"exception", string(class)})
		}
	}
	return t
}

// details are the parts that differ, for a person who reads the failure.
func details(v *harness.Verdict) string {
	if v.Fault != "" || v.Outcome == harness.NotSupported {
		return v.Message
	}
	var text strings.Builder
	for _, p := range v.Parts {
		if p.Outcome == harness.Differ {
			fmt.Fprintf(&text, "%s\n  want %s\n  seen %s\n", p.Name, orAbsent(p.Want), orAbsent(p.Seen))
		}
	}
	return text.String()
}

func orAbsent(raw []byte) string {
	if raw == nil {
		return "absent"
	}
	return string(raw)
}

func scenarioTest(f *Feature, s *Scenario) Test {
	t := Test{Name: s.Name, Class: f.Name, File: f.File}
	if !s.Passed {
		t.Failure = &Problem{Message: firstLine(s.Message), Type: "scenario", Text: s.Message}
	}
	return t
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.6f", d.Seconds()) }

func (j *JUnit) encode() ([]byte, error) {
	raw, err := xml.MarshalIndent(j, "", " ")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return append([]byte(xml.Header), append(raw, '\n')...), nil
}
