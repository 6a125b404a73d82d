// Package harness holds an engine against the receipts: it asks the engine every
// case, judges each answer against the outcome the law expects, and counts.
//
// Read it in this order: engine.go (what an engine is), outcome.go (the four
// outcomes, a closed list), judge.go (one answer), ask.go (one question: deadline,
// panic), replay.go (all of them, in order), summary.go (what is counted).
// difference.go says where two answers part, in ulps. load.go finds receipt files.
//
// The harness holds no opinion on what is right: the expected outcome of a case
// comes from package oracle, and the engine under test has no part in it.
package harness
