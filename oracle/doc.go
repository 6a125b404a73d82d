// Package oracle holds what the oracle is: the format of its receipts, a strict
// reader for them, and the outcome each recorded case must have by our law.
//
// The expected outcome is computed from a case's inputs by a plain and slow
// reference that lives here (dtype conversions, penalties, census, the undrawn
// random number). The engine under test takes no part in it: the door that is
// tested must not be its own judge. So this package imports nothing of engine.
//
// Read it in this order: case.go (a case, its parts), the group files
// (ordinary.go, sparse.go, batched.go, mixed.go, native.go, greedy.go, point.go,
// keyed.go, rng.go, numeric.go, ds4.go: one In and one Out each), reader.go
// (lines to cases), law.go (when is a row broken), expect.go and the
// expect_*.go files (the outcome of a case).
package oracle
