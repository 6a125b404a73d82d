// Package e2erecord has the oracle make the end-to-end receipts again: whole runs of the
// real MTPLX on the tiny models, clean ones and ones with a broken row.
//
// Start runs the oracle's Python behind a pipe; Check holds its answers against recorded
// files; Record keeps them in files of the same format. oracle/mtplx_generate.py says
// what the two requests are, generate and forward.
//
// Read question.go first (what a record asks), then answer.go and derive.go (what its
// outcome is made of), compare.go, check.go and record.go.
package e2erecord
