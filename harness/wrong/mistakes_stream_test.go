package wrong

import (
	"testing"

	"rowproof/engine/rng/numpy"
)

// TestWholeWordsAreOnlyForgetful: the first integer of a stream is right, and so is
// one after a forgotten half where the range takes whole words anyway.
func TestWholeWordsAreOnlyForgetful(t *testing.T) {
	for seed := range uint64(200) {
		for _, r := range [][2]int64{{0, 1 << 31}, {-5, 6}, {7, 8}, {0, 3_000_000_000}, {0, 1 << 32}, {0, 1 << 40}, {-1 << 62, 1 << 62}} {
			want, err := numpy.New(seed).Integers(r[0], r[1])
			if err != nil {
				t.Fatal(err)
			}
			got, err := wholeWords(numpy.New(seed), r[0], r[1])
			// A rejected word shows what was forgotten: only ranges near a power of two never reject.
			if err != nil || got < r[0] || got >= r[1] || got != want && r != [2]int64{0, 3_000_000_000} {
				t.Errorf("seed %d, %v: got %d, %v, want %d", seed, r, got, err, want)
			}
		}
	}
	if _, err := wholeWords(numpy.New(0), 1, 1); err == nil {
		t.Error("an empty range is drawn from")
	}
}
