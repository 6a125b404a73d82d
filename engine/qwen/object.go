package qwen

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"

	"rowproof/internal/regular"
)

// maxJSON is far more than the longest of these files, the index, needs: with some
// 100 bytes per tensor it is 16 MiB for 160,000 of them, and dense models have a few
// thousand.
const maxJSON = 16 << 20

// object reads the fields of a JSON object by their exact names; null is as good
// as absent. The first field that does not fit is remembered, and what is read
// after it is of no use.
type object struct {
	file, path string // path of this object in the file: "text_config."
	fields     map[string]json.RawMessage
	err        *error // shared with the objects inside
}

// readObject reads a file that holds one JSON object. An optional one that is not
// there is an empty object.
func readObject(dir, file string, optional bool) (object, error) {
	path := filepath.Join(dir, file)
	text, err := regular.ReadFile(path, maxJSON)
	if optional && errors.Is(err, fs.ErrNotExist) {
		return parseObject(path, []byte("{}"))
	}
	if err != nil {
		return object{}, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return parseObject(path, text)
}

func parseObject(file string, text []byte) (object, error) {
	o := object{file: file, err: new(error)}
	if err := json.Unmarshal(text, &o.fields); err != nil {
		return o, fmt.Errorf("%w: %s: %s", ErrConfig, file, explain(err))
	}
	return o, nil
}

// refuse remembers what is wrong with a field.
func (o object) refuse(name, format string, args ...any) {
	if *o.err == nil {
		*o.err = fmt.Errorf("%w: %s: %s%s: %s", ErrConfig, o.file, o.path, name, fmt.Sprintf(format, args...))
	}
}

func (o object) has(name string) bool {
	raw, ok := o.fields[name]
	return ok && string(raw) != "null"
}

// into decodes a field, if it is there.
func (o object) into(name string, value any) bool {
	if !o.has(name) {
		return false
	}
	if err := json.Unmarshal(o.fields[name], value); err != nil {
		o.refuse(name, "%s", explain(err))
		return false
	}
	return true
}

// inner is the object in a field, an empty one if there is none.
func (o object) inner(name string) object {
	in := object{file: o.file, path: o.path + name + ".", err: o.err}
	o.into(name, &in.fields)
	return in
}

// integer is a number from 1 to limit.
func (o object) integer(name string, limit int) int {
	if !o.has(name) {
		o.refuse(name, "missing")
	}
	return o.integerOr(name, 0, 1, limit)
}

// integerOr is a number from least to limit, or what stands for an absent one.
func (o object) integerOr(name string, absent, least, limit int) int {
	n := absent
	if o.into(name, &n) && (n < least || n > limit) {
		o.refuse(name, "%d is not in %d to %d", n, least, limit)
	}
	return n
}

// positive is a float32 above zero.
func (o object) positive(name string, absent float64) float64 {
	x := absent
	o.into(name, &x)
	if f := float32(x); !(f > 0) || math.IsInf(float64(f), 0) {
		o.refuse(name, "%g is no positive float32", x)
	}
	return x
}

func (o object) flag(name string) bool {
	var b bool
	o.into(name, &b)
	return b
}

func (o object) text(name string) string {
	var s string
	o.into(name, &s)
	return s
}

// ids are token IDs: a number or a list of numbers.
func (o object) ids(name string, vocabulary int) []int {
	var ids []int
	if raw := o.fields[name]; len(raw) > 0 && raw[0] == '[' {
		o.into(name, &ids)
	} else if id := 0; o.into(name, &id) {
		ids = []int{id}
	}
	for _, id := range ids {
		if id < 0 || id >= vocabulary {
			o.refuse(name, "token %d of a vocabulary of %d", id, vocabulary)
		}
	}
	return ids
}
