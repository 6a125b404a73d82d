//go:build !race

package e2e

// sparsely is how many records of a kind a test with the race detector runs one of.
const sparsely = 1
