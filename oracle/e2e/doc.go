// Package e2e holds the receipts of whole generations: their format, a strict reader,
// and what our law expects of each record.
//
// A file is a meta line and then as many records as it declares, all of one kind. A
// record has everything a run needs (its params, its prompt, a fault to inject or a
// poison for the model) and what the oracle did: tokens, what it streamed, the rounds,
// the tape of its random draws, its error, and the first forward with a broken row.
//
// What is read is stated by the structs of text.go. Every field must be known to its
// kind, present (or marked as optional there) and of its type, said once. The params
// are what is run; settings that a line repeats beside them are labels and must say the
// same (labels.go). Rounds, tokens, draws, counts and routes must follow from each other
// (rounds.go), what a fault hit from the fault (hits.go), and runs of a file that begin
// alike must give the same tokens (siblings.go).
//
// The package imports nothing of engine: the loop under test must not be its own judge.
// Read kinds.go, record.go, reader.go, rounds.go, expect.go, class.go.
package e2e
