// Package e2e replays receipts of whole generations through the engine: it loads the
// model a record was made with, runs what the record's params say, breaks the row that
// it breaks, and holds what came out against what package oracle/e2e expects.
//
// Read load.go (finding files), replay.go (all records), models.go (folders and
// poisons), ask.go (one record: deadline, panic), run.go (a generation, watched),
// judge.go (part by part).
//
// What a run gave is taken from the outside where that is possible: streamed tokens
// from the callback, uniforms from the random stream, the first forward with a broken
// row from a watch around the model (package inject). Rounds and chosen tokens are the
// engine's own account.
package e2e
