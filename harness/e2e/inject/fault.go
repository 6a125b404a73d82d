package inject

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ErrFault refuses a site or a kind that is none, or does not fit the model.
var ErrFault = errors.New("no such fault")

// Fault is one row to break.
type Fault struct {
	Site   Site
	Kind   Kind
	Sticky bool // once a window was broken: also the last row of each later repair
}

// Site is a row of a forward. All counts begin with 0.
type Site struct {
	place  string // one of the places
	count  int    // ar: the step; draft, verify: the cycle; copy: the round
	within int    // draft: the depth; verify, copy: the row
}

// places and how many numbers follow their name.
var places = map[string]int{"prefill": 0, "ar": 1, "draft": 2, "verify": 2, "copy": 2}

// ParseSite reads prefill, ar:STEP, draft:CYCLE:DEPTH, verify:CYCLE:ROW or
// copy:ROUND:ROW. A cycle is a window behind drafts, a round one with a copied block;
// a step is any forward of one token behind the prefill that is neither.
func ParseSite(s string) (Site, error) {
	words := strings.Split(s, ":")
	n, ok := places[words[0]]
	if !ok || len(words) != 1+n {
		return Site{}, fmt.Errorf("%w: site %q", ErrFault, s)
	}
	site := Site{place: words[0]}
	for i, into := range []*int{&site.count, &site.within}[:n] {
		v, err := strconv.ParseUint(words[1+i], 10, 31)
		if err != nil {
			return Site{}, fmt.Errorf("%w: site %q", ErrFault, s)
		}
		*into = int(v)
	}
	return site, nil
}

// Kind is a way to break a row.
type Kind string

// The kinds. Mask and OneNegInf are legal rows: they must change nothing but the
// choice.
const (
	NaN       Kind = "nan"        // every logit
	NaN1      Kind = "nan1"       // the least likely token's
	NaN0      Kind = "nan0"       // token 0's
	NaNTop    Kind = "nan_top"    // the best token's
	PosInf    Kind = "posinf"     // token 77's
	PosInfTop Kind = "posinf_top" // the best token's
	AllNegInf Kind = "allneginf"  // every logit -Inf
	Mask      Kind = "mask"       // every logit -Inf but those of five tokens
	OneNegInf Kind = "one_neginf" // the best token's
)

const posInfToken = 77

var maskKeeps = []int{33, 65, 66, 120, 200}

// ParseKind reads the name of a kind.
func ParseKind(s string) (Kind, error) {
	if slices.Contains([]Kind{NaN, NaN1, NaN0, NaNTop, PosInf, PosInfTop, AllNegInf, Mask, OneNegInf}, Kind(s)) {
		return Kind(s), nil
	}
	return "", fmt.Errorf("%w: kind %q", ErrFault, s)
}

// fits refuses a row that has no place for the fault.
func (k Kind) fits(width int) error {
	need := 1
	switch k {
	case PosInf:
		need = 1 + posInfToken
	case Mask:
		need = 1 + maskKeeps[len(maskKeeps)-1]
	}
	if width < need {
		return fmt.Errorf("%w: kind %s needs %d logits, the row has %d", ErrFault, k, need, width)
	}
	return nil
}

// breakRow does it. The row is healthy and wide enough.
func (k Kind) breakRow(row []float32) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	switch k {
	case NaN:
		fill(row, nan)
	case NaN1:
		row[best(row, func(a, b float32) bool { return a < b })] = nan
	case NaN0:
		row[0] = nan
	case NaNTop:
		row[argmax(row)] = nan
	case PosInf:
		row[posInfToken] = inf
	case PosInfTop:
		row[argmax(row)] = inf
	case AllNegInf:
		fill(row, -inf)
	case Mask:
		kept := slices.Clone(row)
		fill(row, -inf)
		for _, token := range maskKeeps {
			row[token] = kept[token]
		}
	case OneNegInf:
		row[argmax(row)] = -inf
	}
}

func fill(row []float32, v float32) {
	for i := range row {
		row[i] = v
	}
}

func argmax(row []float32) int { return best(row, func(a, b float32) bool { return a > b }) }

// best is the first of those that no other one beats.
func best(row []float32, beats func(a, b float32) bool) int {
	found := 0
	for i, v := range row {
		if beats(v, row[found]) {
			found = i
		}
	}
	return found
}
