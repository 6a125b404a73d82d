package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"rowproof/harness"
	"rowproof/oracle/e2e"
)

// measured are the largest differences of numbers that may differ.
type measured struct {
	row, probability float64
	compared         int // tokens of a bfloat16 record; 0 of any other
}

// judge holds what was seen against what is expected, part by part: byte by byte, but
// for numbers that may be off. The record differs if any part does, else it is an
// exception if any part is, else it is equal.
func judge(v *harness.Verdict, a answer) measured {
	m := measured{compared: a.compared}
	v.Outcome = harness.Equal
	for _, want := range a.expected.Parts {
		seen := a.seen[want.Name]
		if numbers, ok := want.Value.(e2e.Numbers); ok {
			var off float64
			seen, off = snap(numbers, seen.(e2e.Numbers), want.Within)
			if want.Name == e2e.PartProbabilities {
				m.probability = off
			} else {
				m.row = max(m.row, off)
			}
		}
		add(v, want, encode(seen))
	}
	return m
}

func add(v *harness.Verdict, want e2e.Part, seen json.RawMessage) {
	p := harness.PartVerdict{Name: want.Name, Outcome: harness.Equal, Class: want.Class}
	law := encode(want.Value)
	switch {
	case !bytes.Equal(law, seen):
		p.Outcome, v.Outcome = harness.Differ, harness.Differ
	case want.Class != "":
		p.Outcome = harness.Exception
		if v.Outcome == harness.Equal {
			v.Outcome = harness.Exception
		}
		if !slices.Contains(v.Classes, want.Class) {
			v.Classes = append(v.Classes, want.Class)
		}
	}
	if p.Outcome != harness.Equal { // nobody reads what is equal
		p.Want, p.Seen, p.Recorded = law, seen, encode(want.Recorded)
	}
	v.Parts = append(v.Parts, p)
}

// snap replaces each number that is close enough to the one wanted by it, and says how
// far off the farthest is.
func snap(want, seen e2e.Numbers, within float64) (snapped e2e.Numbers, off float64) {
	snapped = make(e2e.Numbers, len(seen))
	for i, numbers := range seen {
		snapped[i] = slices.Clone(numbers)
		for j, v := range numbers {
			if i >= len(want) || j >= len(want[i]) {
				continue
			}
			d := math.Abs(v - want[i][j])
			off = max(off, d)
			if d <= within { // a NaN is close to nothing
				snapped[i][j] = want[i][j]
			}
		}
	}
	return snapped, off
}

// encode writes a value of a part, none of which fails to marshal.
func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("e2e: a part does not marshal: %v", err))
	}
	return raw
}
