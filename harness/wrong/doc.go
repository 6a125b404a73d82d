// Package wrong holds engines that are wrong on purpose, each in one named way, so
// that the harness is seen to fail: one that never failed proves nothing.
//
// They are made from a second engine, Plain, which is right. It is written for
// reading: it loops, sorts whole rows and allocates as it likes, and shares
// neither the check nor the samplers of the product, which has no place to make a
// mistake on purpose and must get none. Of the product it uses the primitives of
// engine/numeric, the random streams, and, for the groups in which only
// diagnostics and other families appear, the answers themselves. That it replays
// the receipts to the same line is a finding of its own: two readings of one law
// agree.
//
// Every step that a mistake can replace is a field of hooks. A wrong engine is
// Plain with one mistake made (mistakes_*.go); caught.txt says in which groups,
// and in how many cases, the harness notices it.
//
// Read it in this order: hooks.go (the steps), plain.go (which case leads where),
// row.go, verdict.go, candidates.go, distribution.go (from a row to a token), the
// files named after groups, and then the mistakes.
package wrong
