package fresh

import (
	"os"
	"testing"

	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/receipts"

	"go.uber.org/goleak"
)

var shared []*oracle.File

func TestMain(m *testing.M) {
	files, err := harness.LoadFS(receipts.FS, ".")
	if err != nil {
		panic(err)
	}
	shared = files
	if code := m.Run(); code != 0 {
		os.Exit(code)
	}
	if err := goleak.Find(); err != nil {
		panic(err)
	}
}

// generate makes cases that are expected to be possible.
func generate(t testing.TB, seed uint64, count int, groups ...string) []*oracle.File {
	t.Helper()
	files, err := Generate(seed, count, groups)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// everyCase calls f for every case of some seeds with as many cases as are shared.
func everyCase(t *testing.T, seeds []uint64, f func(c *oracle.Case)) {
	t.Helper()
	for _, seed := range seeds {
		for _, file := range generate(t, seed, 0) {
			for _, c := range file.Cases {
				f(c)
			}
		}
	}
}
