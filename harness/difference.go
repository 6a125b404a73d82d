package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rowproof/harness/ulps"
)

// Difference is one leaf in which two JSON values part.
type Difference struct {
	Path       string // e.g. "p[3]" or "err.nan"; "" for the whole value
	Want, Seen string // as JSON; "absent" where one side has no such leaf. Numbers given by their bits are decimal here.
	Distance   string // e.g. "2 ulp"; "" where the leaf is not a floating-point number
}

// String is one line: path, both sides, distance.
func (d Difference) String() string {
	text := fmt.Sprintf("want %s, seen %s", d.Want, d.Seen)
	if d.Path != "" {
		text = d.Path + ": " + text
	}
	if d.Distance != "" {
		text += " (" + d.Distance + ")"
	}
	return text
}

const absent = "absent"

// Differences lists where two canonical JSON values part, in order. Floating-point
// numbers, which canonical JSON holds as the hex digits of their bits, are compared one
// by one and get a distance. A value that is no JSON is one difference as a whole.
func Differences(want, seen json.RawMessage) []Difference {
	a, errA := parse(want)
	b, errB := parse(seen)
	if errA != nil || errB != nil {
		if bytes.Equal(want, seen) {
			return nil
		}
		return []Difference{{Want: string(want), Seen: string(seen)}}
	}
	var w walker
	w.value("", a, b)
	return w.found
}

func parse(raw json.RawMessage) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // a 64-bit word must not pass through a float64
	var v any
	err := d.Decode(&v)
	return v, err
}

type walker struct{ found []Difference }

func (w *walker) value(path string, a, b any) {
	objA, okA := a.(map[string]any)
	objB, okB := b.(map[string]any)
	if okA && okB {
		w.object(path, objA, objB)
		return
	}
	listA, okA := a.([]any)
	listB, okB := b.([]any)
	if okA && okB {
		w.list(path, len(listA), len(listB), func(i int) any { return listA[i] }, func(i int) any { return listB[i] })
		return
	}
	w.leaf(path, a, b)
}

func (w *walker) object(path string, a, b map[string]any) {
	for _, name := range sortedKeys(a, b) {
		sub := name
		if path != "" {
			sub = path + "." + name
		}
		va, inA := a[name]
		vb, inB := b[name]
		switch {
		case !inA:
			w.found = append(w.found, Difference{Path: sub, Want: absent, Seen: show(vb)})
		case !inB:
			w.found = append(w.found, Difference{Path: sub, Want: show(va), Seen: absent})
		default:
			w.value(sub, va, vb)
		}
	}
}

// sortedKeys are the keys of both, each once.
func sortedKeys(a, b map[string]any) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(names)
	return slices.Compact(names)
}

func (w *walker) list(path string, n, m int, a, b func(int) any) {
	for i := range max(n, m) {
		sub := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case i >= n:
			w.found = append(w.found, Difference{Path: sub, Want: absent, Seen: show(b(i))})
		case i >= m:
			w.found = append(w.found, Difference{Path: sub, Want: show(a(i)), Seen: absent})
		default:
			w.value(sub, a(i), b(i))
		}
	}
}

func (w *walker) leaf(path string, a, b any) {
	x, y := show(a), show(b)
	if x == y {
		return
	}
	wordsA, okA := words(path, a)
	wordsB, okB := words(path, b)
	if okA && okB && len(wordsA)+len(wordsB) > 0 {
		w.numbers(path, wordsA, wordsB)
		return
	}
	w.found = append(w.found, Difference{Path: path, Want: x, Seen: y})
}

// numbers compares two numbers or two vectors word by word.
func (w *walker) numbers(path string, a, b []string) {
	for i := range max(len(a), len(b)) {
		sub := path
		if len(a) > 1 || len(b) > 1 {
			sub = fmt.Sprintf("%s[%d]", path, i)
		}
		switch {
		case i >= len(a):
			w.found = append(w.found, Difference{Path: sub, Want: absent, Seen: number(b[i])})
		case i >= len(b):
			w.found = append(w.found, Difference{Path: sub, Want: number(a[i]), Seen: absent})
		case a[i] != b[i]:
			d := Difference{Path: sub, Want: number(a[i]), Seen: number(b[i])}
			if distance, err := ulps.OfHex(a[i], b[i]); err == nil {
				d.Distance = distance.String()
			}
			w.found = append(w.found, d)
		}
	}
}

// words are the bits of the numbers in a leaf: groups of 8 or 16 hex digits. The state
// of a random stream looks the same and is none.
func words(path string, leaf any) ([]string, bool) {
	s, isString := leaf.(string)
	if !isString || strings.HasSuffix(path, "rng_state") {
		return nil, false
	}
	list := strings.Fields(s)
	return list, !slices.ContainsFunc(list, func(word string) bool { return !ulps.IsHex(word) })
}

func number(hex string) string {
	if v, err := ulps.Value(hex); err == nil {
		return v
	}
	return hex
}

func show(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}
