package tokenizer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// generous is many times what any of these takes on a slow machine, and a small
// part of what it would take were it quadratic.
const generous = 20 * time.Second

func quickly(t *testing.T, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if took := time.Since(start); took > generous {
		t.Errorf("took %v, want below %v", took, generous)
	}
}

// mergePlainly looks at every pair before every merge.
func mergePlainly(m *bpe, piece string) []int {
	var ids []int32
	for i := range len(piece) {
		ids = append(ids, m.bytes[piece[i]])
	}
	for {
		best, at := merge{}, -1
		for i := range len(ids) - 1 {
			found, ok := m.merges[pair{ids[i], ids[i+1]}]
			if ok && (at < 0 || found.rank < best.rank) {
				best, at = found, i
			}
		}
		if at < 0 {
			break
		}
		ids = slices.Replace(ids, at, at+2, best.id)
	}
	var wide []int
	for _, id := range ids {
		wide = append(wide, int(id))
	}
	return wide
}

// learnt is a model over three letters with merges drawn at random, several
// ways to one token included.
func learnt(t *rapid.T) *bpe {
	v := vocabulary{ids: map[string]int{"a": 0, "b": 1, "c": 2}}
	contents := []string{"a", "b", "c"}
	seen := map[[2]string]bool{}
	for range rapid.IntRange(0, 40).Draw(t, "merges") {
		both := [2]string{rapid.SampledFrom(contents).Draw(t, "left"), rapid.SampledFrom(contents).Draw(t, "right")}
		if seen[both] {
			continue
		}
		seen[both] = true
		v.merges = append(v.merges, both[:])
		if joined := both[0] + both[1]; v.ids[joined] == 0 {
			v.ids[joined] = len(v.ids)
			contents = append(contents, joined)
		}
	}
	m := &bpe{}
	if err := m.fill(v); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestOvertakenMerge: ab waits at the a when bc is made; abc, which has a higher
// rank than bcd, must not take its turn.
func TestOvertakenMerge(t *testing.T) {
	m := &bpe{}
	if err := m.fill(vocabulary{
		ids:    map[string]int{"a": 0, "b": 1, "c": 2, "d": 3, "bc": 4, "ab": 5, "bcd": 6, "abc": 7},
		merges: [][]string{{"b", "c"}, {"a", "b"}, {"bc", "d"}, {"a", "bc"}},
	}); err != nil {
		t.Fatal(err)
	}
	got, err := m.encode(nil, "abcd", &workspace{})
	if err != nil || !slices.Equal(got, []int{0, 6}) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestMergesAsIfOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := learnt(t)
		var w workspace // one for all pieces
		for _, piece := range rapid.SliceOfN(rapid.StringMatching("[abc]{1,9}|[abc]{30,50}"), 1, 4).Draw(t, "pieces") {
			got, err := m.encode(nil, piece, &w)
			if err != nil {
				t.Fatal(err)
			}
			if want := mergePlainly(m, piece); !slices.Equal(got, want) {
				t.Fatalf("%q: %v, want %v", piece, got, want)
			}
		}
	})
}

// TestLongPieceIsQuick: 100 kB without a place to split.
func TestLongPieceIsQuick(t *testing.T) {
	tok, err := Open("testdata/nfc.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{strings.Repeat("a", 100_000), strings.Repeat("thequickbrownfox", 6_250), strings.Repeat("日本語", 11_000)} {
		quickly(t, func() {
			if _, err := tok.Encode(text); err != nil {
				t.Error(err)
			}
		})
	}
}
