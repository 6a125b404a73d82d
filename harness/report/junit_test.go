package report_test

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowproof/harness/report"
)

// suites is what any reader of JUnit files looks for, written down a second time.
type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Counts
	Suites []struct {
		Counts
		Name  string `xml:"name,attr"`
		Cases []struct {
			Name    string   `xml:"name,attr"`
			Class   string   `xml:"classname,attr"`
			File    string   `xml:"file,attr"`
			Failure *problem `xml:"failure"`
			Error   *problem `xml:"error"`
			Skipped *problem `xml:"skipped"`
			Props   []struct {
				Name  string `xml:"name,attr"`
				Value string `xml:"value,attr"`
			} `xml:"properties>property"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type Counts struct {
	Tests    int     `xml:"tests,attr"`
	Failures int     `xml:"failures,attr"`
	Errors   int     `xml:"errors,attr"`
	Skipped  int     `xml:"skipped,attr"`
	Time     float64 `xml:"time,attr"`
}

type problem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func TestJUnitReadsBackAsTheRunCameOut(t *testing.T) {
	dir := t.TempDir()
	if err := report.Write(dir, document(t), report.NewJUnit(summary(t), features())); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, report.JUnitFile))
	if err != nil {
		t.Fatal(err)
	}
	var back suites
	if err := xml.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	if back.Tests != 9 || back.Failures != 2 || back.Errors != 1 || back.Skipped != 1 || back.Time <= 0 {
		t.Errorf("got %+v", back.Counts)
	}
	var sum Counts
	var titles []string
	for _, s := range back.Suites {
		sum.Tests += s.Tests
		sum.Failures += s.Failures
		titles = append(titles, s.Name)
		if len(s.Cases) != s.Tests {
			t.Errorf("%s: %d cases, %d tests", s.Name, len(s.Cases), s.Tests)
		}
	}
	if sum.Tests != back.Tests || sum.Failures != back.Failures {
		t.Errorf("the suites add up to %+v", sum)
	}
	if got := strings.Join(titles, " "); got != "native-invalid point-mass Greedy Masks" {
		t.Errorf("suites: %s", got)
	}

	native := back.Suites[0].Cases
	if c := native[0]; c.Error == nil || c.Error.Type != "panic" || !strings.Contains(c.Error.Text, "<stack> &") {
		t.Errorf("panic: got %+v", c.Error)
	}
	if c := native[1]; c.Failure != nil || c.Error != nil || len(c.Props) != 4 || c.Props[0].Name != "exception" {
		t.Errorf("exception: got %+v", c)
	}
	if c := native[2]; c.Failure == nil || !strings.Contains(c.Failure.Text, "want ") || c.Failure.Message == "" || !strings.HasSuffix(c.File, "native-invalid.jsonl") {
		t.Errorf("wrong answer: got %+v", c.Failure)
	}
	if c := back.Suites[1].Cases[1]; c.Skipped == nil || c.Skipped.Message != "unsupported: no blocks" || c.Class != "point-mass" {
		t.Errorf("unsupported: got %+v", c.Skipped)
	}
	if c := back.Suites[2].Cases[1]; c.Failure == nil || c.Failure.Message != "want an error" || c.Failure.Text != "want an error\nseen token 0" {
		t.Errorf("scenario: got %+v", c.Failure)
	}
}
