// Package cpu is the reference device: plain Go on the host, the same bits on
// every machine.
//
// Each value is computed in an order that depends on nothing but the width of
// what it is reduced over. How many rows a step has, how many goroutines share
// the work, where a matrix lies in memory and whether the loops are vectors do
// not change a bit. Two NaN of different payload count as the same.
//
// NaN and infinities go where IEEE 754 sends them: nothing is skipped because it
// is zero, and nothing is read that a value does not depend on. Exponentials and
// their overflow are those of engine/numeric; nothing of package math is used
// that rounds differently from one machine to another (Sqrt, FMA, RoundToEven,
// Abs and Mod are exact or correctly rounded).
package cpu
