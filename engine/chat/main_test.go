package chat_test

import (
	"testing"

	"github.com/dlclark/regexp2/v2"
	"go.uber.org/goleak"
)

// stopping ends the clock that regexp2 keeps for a while after a match.
type stopping struct{ *testing.M }

func (m stopping) Run() int {
	defer regexp2.StopTimeoutClock()
	return m.M.Run()
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(stopping{m}) }
