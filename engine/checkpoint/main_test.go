package checkpoint

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain is also the child that TestKilled kills: the same code on a real directory.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		os.Exit(child(dir))
	}
	goleak.VerifyTestMain(m)
}
