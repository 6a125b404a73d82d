package report_test

import (
	"runtime"
	"testing"

	"rowproof/harness/report"
)

func TestHereIsThisProgram(t *testing.T) {
	if e := report.Here("avx2"); e.Go != runtime.Version() || e.OS != runtime.GOOS || e.Arch != runtime.GOARCH || e.SIMD != "avx2" {
		t.Errorf("got %+v", e)
	}
}
