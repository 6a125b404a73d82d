package e2e

import "testing"

// TestCount believes the meta lines, and passes documentation and other files by.
func TestCount(t *testing.T) {
	for dir, want := range map[string]int{"../../receipts": 1627, "../../receipts/rows": 0, "../../receipts/e2e/informative": 0} {
		if n, err := Count(dir); n != want || err != nil {
			t.Errorf("%s: %d records, want %d, %v", dir, n, want, err)
		}
	}
}
