package shim

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"time"
	"unicode/utf8"
)

// What a request may be at most.
const (
	maxBody  = 4 << 20 // bytes
	bodyTime = 30 * time.Second
)

// fields are those of a JSON object. A null is a field that is not there.
type fields map[string]json.RawMessage

// readFields reads the body of a request.
func readFields(w http.ResponseWriter, r *http.Request) (fields, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if errors.As(err, new(*http.MaxBytesError)) {
			return nil, fail(http.StatusRequestEntityTooLarge, "body_too_large", "the body is longer than %d bytes", maxBody)
		}
		return nil, fail(http.StatusBadRequest, "unreadable_body", "the body could not be read: %v", err)
	}
	// The deadline of the body would be taken for a client that leaves.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // no connection, no deadline
	if !utf8.Valid(body) {
		return nil, fail(http.StatusBadRequest, "invalid_utf8", "the body is not UTF-8")
	}
	var f fields
	if err := json.Unmarshal(body, &f); err != nil {
		return nil, fail(http.StatusBadRequest, "invalid_json", "the body is no JSON object: %v", err)
	}
	if f == nil {
		return nil, fail(http.StatusBadRequest, "invalid_json", "the body is no JSON object")
	}
	return f, nil
}

func (f fields) raw(name string) (json.RawMessage, bool) {
	raw, ok := f[name]
	return raw, ok && string(raw) != "null"
}

func (f fields) into(name string, value any, what string) error {
	raw, ok := f.raw(name)
	if !ok {
		return nil
	}
	if json.Unmarshal(raw, value) != nil {
		return refuse(name, "must be %s", what)
	}
	return nil
}

func (f fields) number(name string, value *float64, low, high float64) error {
	if err := f.into(name, value, "a number"); err != nil {
		return err
	}
	if *value < low || *value > high {
		return refuse(name, "%v is not within %v..%v", *value, low, high)
	}
	return nil
}

func (f fields) integer(name string, value *int, low, high int) error {
	long := int64(*value)
	if err := f.long(name, &long); err != nil {
		return err
	}
	if long < int64(low) || long > int64(high) {
		return refuse(name, "%d is not within %d..%d", long, low, high)
	}
	*value = int(long)
	return nil
}

// long reads an integer. 8.0 is one in JSON.
func (f fields) long(name string, value *int64) error {
	raw, ok := f.raw(name)
	if !ok || json.Unmarshal(raw, value) == nil {
		return nil
	}
	const exact = 1 << 53 // beyond, a double has no fractions to tell
	var double float64
	if json.Unmarshal(raw, &double) != nil || double != math.Trunc(double) || math.Abs(double) > exact {
		return refuse(name, "must be an integer")
	}
	*value = int64(double)
	return nil
}
