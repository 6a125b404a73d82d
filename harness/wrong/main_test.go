package wrong

import (
	"sync"
	"testing"

	"go.uber.org/goleak"

	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/receipts"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// loaded are the two sets of receipts, each read once.
var loaded = map[string]func() ([]*oracle.File, error){
	ReceiptsShared: sync.OnceValues(func() ([]*oracle.File, error) { return harness.LoadFS(receipts.FS, "receipts") }),
	ReceiptsAdded:  sync.OnceValues(Added),
}

// replay asks an engine every case of a set.
func replay(t *testing.T, e harness.Engine, set string) *harness.Summary {
	t.Helper()
	files, err := loaded[set]()
	if err != nil {
		t.Fatal(err)
	}
	summary, err := harness.Replay(t.Context(), e, files, harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return summary
}
