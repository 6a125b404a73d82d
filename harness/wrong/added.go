package wrong

import (
	"embed"

	"rowproof/harness"
	"rowproof/oracle"
)

//go:embed receipts/*.jsonl
var addedFS embed.FS

// Added are receipts beside the shared ones, for the mistake that those do not show:
// no row of theirs is healthy before its penalties and broken after them. The real
// oracle was asked (same versions and host as the shared receipts) about rows that a
// penalty of their own format overflows, that an overlay masks completely, and that
// an overlay makes NaN, by each route. record_sha256 is that of
// oracle/mtplx_engine.py when it answered.
func Added() ([]*oracle.File, error) { return harness.LoadFS(addedFS, "harness/wrong") }
