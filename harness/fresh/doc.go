// Package fresh makes cases that no receipt holds: inputs of every group, derived
// from a seed alone. They have the kinds, widths and formats of the shared
// receipts, and beyond them what those lack (beyond.go). An engine answers them
// (package record), another is held against the answers, and a case that fails is
// made small (Shrink) before a person sees it.
//
// One seed gives the same bytes on every machine: integers and single IEEE
// operations only, never a function whose last bit is the platform's.
package fresh
