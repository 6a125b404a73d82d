// Package owner holds everything that a conversation owns in one struct, and has one
// verb for its end: Forget.
package owner
