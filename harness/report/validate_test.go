package report_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"rowproof/harness/report"
)

func TestADocumentObeysItsSchema(t *testing.T) {
	raw, err := json.Marshal(document(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Validate(raw); err != nil {
		t.Error(err)
	}
}

func TestADocumentOfNothingObeysItsSchema(t *testing.T) {
	s := summary(t)
	s.Sources, s.Groups, s.Classes, s.Verdicts = nil, nil, nil, nil
	s.Total.Total, s.Total.Equal, s.Total.Exceptions, s.Total.Unsupported, s.Total.Differ = 0, 0, 0, 0, 0
	raw, err := json.Marshal(report.New(report.Tool{Name: "rowproof", Version: "test"}, report.Here("portable"), s, nil))
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Validate(raw); err != nil {
		t.Error(err)
	}
}

func TestAReportThatIsNotValidIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(d *report.Document){
		"other schema":          func(d *report.Document) { d.Schema = "rowproof-report/2" },
		"no version":            func(d *report.Document) { d.Tool.Version = "" },
		"no engine":             func(d *report.Document) { d.Engine.Name = "" },
		"negative count":        func(d *report.Document) { d.Totals.Equal = -1 },
		"null list":             func(d *report.Document) { d.Groups = nil },
		"unknown outcome":       func(d *report.Document) { d.NotProven[1].Outcome = "equal" },
		"unknown fault":         func(d *report.Document) { d.NotProven[1].Fault = "tired" },
		"no problem":            func(d *report.Document) { d.NotProven[1].Problem = "" },
		"no reason":             func(d *report.Document) { d.Exceptions[0].Reason = "" },
		"groups do not add up":  func(d *report.Document) { d.Groups[0].Equal++ },
		"outcomes do not":       func(d *report.Document) { d.Groups[0].Equal++; d.Totals.Equal++ },
		"a case is not listed":  func(d *report.Document) { d.NotProven = d.NotProven[1:] },
		"unknown scenario word": func(d *report.Document) { d.Features[0].Scenarios[0].Outcome = "pending" },
	} {
		t.Run(name, func(t *testing.T) {
			d := document(t)
			spoil(d)
			raw, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			if err := report.Validate(raw); !errors.Is(err, report.ErrInvalid) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestTextThatIsNoReportIsRefused(t *testing.T) {
	raw, err := json.Marshal(document(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"no JSON":       "{",
		"two documents": string(raw) + string(raw),
		"unknown field": strings.Replace(string(raw), `"schema"`, `"more":1,"schema"`, 1),
		"not a number":  strings.Replace(string(raw), `"total":6`, `"total":NaN`, 1),
	} {
		if err := report.Validate([]byte(text)); !errors.Is(err, report.ErrInvalid) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
