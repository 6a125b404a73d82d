//go:build !race

package wrong

const every = 1
