// Package explain tells a person what one case is about: the requirement it
// checks, a small picture of its rows, its parameters, what was recorded, expected
// and seen, how far apart the numbers are, and the command that asks it again.
package explain
