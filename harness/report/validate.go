package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ErrInvalid marks a report that its own schema refuses, or whose sums are wrong. It
// is always a mistake of this program, and the report is not written.
var ErrInvalid = errors.New("the report is not valid")

//go:embed report.schema.json
var schemaText []byte

var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	const url = "report.schema.json"
	text, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaText))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(url, text); err != nil {
		return nil, err
	}
	return compiler.Compile(url)
})

// encode gives the bytes of report.json, checked.
func (d *Document) encode() ([]byte, error) {
	raw, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if err := Validate(raw); err != nil {
		return nil, err
	}
	return append(raw, '\n'), nil
}

// Validate holds the text of a report against the schema and adds up its counts,
// which a schema cannot. Errors wrap ErrInvalid.
func Validate(raw []byte) error {
	s, err := schema()
	if err != nil {
		return fmt.Errorf("%w: schema: %w", ErrInvalid, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if err := s.Validate(value); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	var d Document
	if err := json.Unmarshal(raw, &d); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return d.checkSums()
}

func (d *Document) checkSums() error {
	var sum Counts
	for _, g := range d.Groups {
		sum.Total += g.Total
		sum.Equal += g.Equal
		sum.Exceptions += g.Exceptions
		sum.Unsupported += g.Unsupported
		sum.Differ += g.Differ
	}
	if sum != d.Totals {
		return fmt.Errorf("%w: the groups add up to %+v, the totals say %+v", ErrInvalid, sum, d.Totals)
	}
	if all := sum.Equal + sum.Exceptions + sum.Unsupported + sum.Differ; all != sum.Total {
		return fmt.Errorf("%w: %d cases, %d outcomes", ErrInvalid, sum.Total, all)
	}
	if n := sum.Unsupported + sum.Differ; n != len(d.NotProven) {
		return fmt.Errorf("%w: %d cases are not proven, %d are listed", ErrInvalid, n, len(d.NotProven))
	}
	return nil
}
