// Package generate is the one loop from a prompt to tokens: plain decoding,
// multi-token prediction with a draft head, and blocks copied from the prompt.
//
// Every row that a forward computes is judged before any of them is read and
// before anything is drawn from them. A broken row fails the forward as a whole:
// what was streamed stays streamed, nothing of the window is committed.
package generate
