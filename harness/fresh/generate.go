package fresh

import (
	"errors"
	"fmt"
	"slices"

	"rowproof/oracle"
)

// ErrGenerate marks a request for cases that cannot be met.
var ErrGenerate = errors.New("no such fresh cases")

// maker makes the cases of one group. slots is how many the shared receipts hold:
// each slot has its kind, width and format, and slots that stand beside each
// other are alike.
type maker struct {
	group string
	slots int
	make  func(s *stream, slot int) *oracle.Case
}

// makers are in the order of oracle.Groups.
var makers = []maker{
	{oracle.GroupOrdinary, 1080, ordinary},
	{oracle.GroupSparse, 150, sparse},
	{oracle.GroupBatched, 653, batched},
	{oracle.GroupMixed, 100, mixed},
	{oracle.GroupNative, 42, native},
	{oracle.GroupGreedy, 16, greedy},
	{oracle.GroupPoint, 40, point},
	{oracle.GroupKeyed, 387, keyed},
	{oracle.GroupRNG, 60, rng},
	{oracle.GroupNumeric, 66, numeric},
	{oracle.GroupDS4, 270, ds4},
}

// Generate makes count cases without answers, one file per group: those named, or
// all. The groups get shares in proportion to the shared receipts; count 0 means
// as many as those hold. Case i of a group depends on the seed, the group, i and
// the size of the group's share. A group that gets no case has no file.
func Generate(seed uint64, count int, groups []string) ([]*oracle.File, error) {
	chosen, err := choose(groups)
	if err != nil {
		return nil, err
	}
	if count < 0 {
		return nil, fmt.Errorf("%w: %d of them", ErrGenerate, count)
	}
	weights := make([]int, len(chosen))
	for i, m := range chosen {
		weights[i] = m.slots
	}
	parts := weights
	if count > 0 {
		parts = share(count, weights)
	}
	var files []*oracle.File
	for i, m := range chosen {
		if parts[i] > 0 {
			files = append(files, m.file(seed, parts[i]))
		}
	}
	return files, nil
}

func choose(groups []string) ([]maker, error) {
	if len(groups) == 0 {
		return makers, nil
	}
	for _, g := range groups {
		if !slices.Contains(oracle.Groups(), g) {
			return nil, fmt.Errorf("%w: unknown group %q", ErrGenerate, g)
		}
	}
	return slices.DeleteFunc(slices.Clone(makers), func(m maker) bool { return !slices.Contains(groups, m.group) }), nil
}

func (m maker) file(seed uint64, n int) *oracle.File {
	f := &oracle.File{
		Name:   m.group + ".jsonl",
		Header: oracle.Header{Schema: oracle.SchemaInputs, Group: m.group, Cases: n, Seed: int(seed)},
	}
	for i := range n {
		s := newStream(seed, m.group, i)
		// One slot from each of n equal stretches: few cases are as varied as
		// many, and a full share has every slot once.
		slot := (i*m.slots + s.below(m.slots)) / n
		c := m.make(s, slot)
		c.Group, c.ID = m.group, fmt.Sprintf("%s/fresh-%d/%04d", m.group, seed, i)
		c.File, c.Line = f.Name, i+2
		f.Cases = append(f.Cases, c)
	}
	return f
}
