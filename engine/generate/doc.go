// Package generate is the one loop from a prompt to tokens: plain decoding,
// multi-token prediction with a draft head, and blocks copied from the prompt.
//
// Every row that a forward computes is judged before any of them is read and
// before anything is drawn from them. A broken row fails the forward as a whole:
// what was streamed stays streamed, nothing of the window is committed.
//
// A pair is a hidden state and the token that follows it; the draft head guesses what
// follows the pair. Its history are the pairs it has seen. In a committed history they
// are those of everything that is settled, as a cold run over the same text would make
// them.
package generate
