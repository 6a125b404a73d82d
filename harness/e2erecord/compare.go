package e2erecord

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// tolerances of the fields that are not compared exactly, by name, wherever they stand.
// They are sums and quotients whose last bits a NumPy on another machine may round
// otherwise.
var tolerances = map[string]float64{"accept_probability": 1e-12, "margin": 1e-9, "nucleus_margin": 1e-9}

// shown is how many differences of one record are told.
const shown = 10

// differences holds an answer against a record, field by field, each difference on a
// line: where, what was recorded, what is now.
func differences(r *Object, now map[string]json.RawMessage) ([]string, error) {
	names := slices.Collect(maps.Keys(now))
	for _, name := range outcome {
		if _, ok := now[name]; !ok && r.has(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	d := &diff{}
	for _, name := range names {
		was, err := value(r.values, name)
		if err != nil {
			return nil, err
		}
		is, err := value(now, name)
		if err != nil {
			return nil, err
		}
		d.compare(name, name, was, is)
	}
	if d.more > 0 {
		d.lines = append(d.lines, fmt.Sprintf("and %d more", d.more))
	}
	return d.lines, nil
}

// absent stands for a field that is not there, which null does not.
type absent struct{}

func (absent) MarshalJSON() ([]byte, error) { return []byte(`"absent"`), nil }

func value(of map[string]json.RawMessage, name string) (any, error) {
	raw, ok := of[name]
	if !ok {
		return absent{}, nil
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return v, nil
}

type diff struct {
	lines []string
	more  int
}

// compare goes down into two values; field is the name of the field they are under.
func (d *diff) compare(path, field string, was, is any) {
	switch a := was.(type) {
	case map[string]any:
		if b, ok := is.(map[string]any); ok {
			d.compareObjects(path, a, b)
			return
		}
	case []any:
		if b, ok := is.([]any); ok {
			d.compareLists(path, field, a, b)
			return
		}
	case float64:
		if b, ok := is.(float64); ok && (a == b || math.Abs(a-b) <= tolerances[field]) {
			return
		}
	default:
		if was == is {
			return
		}
	}
	d.tell(path, was, is)
}

func (d *diff) compareObjects(path string, a, b map[string]any) {
	names := map[string]bool{}
	for name := range a {
		names[name] = true
	}
	for name := range b {
		names[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		d.compare(path+"."+name, name, orAbsent(a, name), orAbsent(b, name))
	}
}

func orAbsent(of map[string]any, name string) any {
	if v, ok := of[name]; ok {
		return v
	}
	return absent{}
}

func (d *diff) compareLists(path, field string, a, b []any) {
	for i := range min(len(a), len(b)) {
		d.compare(fmt.Sprintf("%s[%d]", path, i), field, a[i], b[i])
	}
	if len(a) != len(b) {
		d.tell("length of "+path, float64(len(a)), float64(len(b)))
	}
}

func (d *diff) tell(path string, was, is any) {
	if len(d.lines) == shown {
		d.more++
		return
	}
	d.lines = append(d.lines, fmt.Sprintf("%s: recorded %s, now %s", path, short(was), short(is)))
}

// short is a value on a part of a line.
func short(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if len(raw) > 120 {
		return string(raw[:117]) + "..."
	}
	return string(raw)
}
