package harness

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rowproof/oracle"
)

var (
	// ErrUnknownCase marks an id that no case has.
	ErrUnknownCase = errors.New("no such case")
	// ErrAmbiguousCase marks the beginning or end of the ids of several cases.
	ErrAmbiguousCase = errors.New("more than one such case")
)

// nearCases is how many ids an error of Find names.
const nearCases = 5

// Find looks a case up by its id, or by a beginning or end of it that no other case
// shares. The error wraps ErrUnknownCase or ErrAmbiguousCase and names ids that could
// have been meant.
func Find(files []*oracle.File, id string) (*oracle.Case, error) {
	var partial []*oracle.Case
	var all []string
	for _, f := range files {
		for _, c := range f.Cases {
			if c.ID == id {
				return c, nil
			}
			if id != "" && (strings.HasPrefix(c.ID, id) || strings.HasSuffix(c.ID, id)) {
				partial = append(partial, c)
			}
			all = append(all, c.ID)
		}
	}
	switch len(partial) {
	case 1:
		return partial[0], nil
	case 0:
		return nil, fmt.Errorf("%w: %q; near: %s", ErrUnknownCase, id, strings.Join(nearest(all, id), ", "))
	}
	var names []string
	for _, c := range partial[:min(nearCases, len(partial))] {
		names = append(names, c.ID)
	}
	if more := len(partial) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return nil, fmt.Errorf("%w: %q could be %s", ErrAmbiguousCase, id, strings.Join(names, ", "))
}

// nearest are the ids with the fewest letters to change.
func nearest(ids []string, id string) []string {
	distance := map[string]int{}
	for _, other := range ids {
		distance[other] = edits(other, id)
	}
	near := slices.Clone(ids)
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(distance[a], distance[b]) })
	return near[:min(nearCases, len(near))]
}

// edits counts the bytes to insert, remove or replace to come from a to b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
