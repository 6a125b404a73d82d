//go:build race

package e2e

const sparsely = 25
