// Package ds4 is the token law of the DS4 family, kept bit for bit with the
// sampler of antirez/ds4 (commit 8d57664): the family's own arithmetic, its own
// random stream and, above all, its own answer to a broken row.
//
// That answer is never an error. Here a NaN cannot win, +Inf wins a greedy
// choice and is ignored by a sampled one, and a row without any usable value
// yields ID 0. The strict law of the other families must not reach this
// package, nor this fallback theirs.
//
// GLM models share the law. The receipts behind this package were recorded from
// DS4 rows only: no GLM receipt exists, so for GLM the law is stated, not
// proven.
package ds4
