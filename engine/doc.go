// Package engine is one model with its conversations: a Generator takes requests,
// one worker answers them one after the other, and what a conversation leaves has one
// owner.
package engine
