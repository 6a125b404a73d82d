// Package sample turns a checked row into a token. It takes nothing but a
// logits.Checked and a random stream, draws exactly one double per sampled
// token, and draws nothing when it returns an error.
//
// There are two ways to a token and no third: the argmax of a Checked, and a
// draw from a Distribution, which fails, drawing nothing, where there is no
// positive mass. Functions here reproduce one entry of the oracle each and take its odd
// parameters as it does (a temperature below zero is greedy, a top_p outside
// (0, 1) is off); Sampler, the entry for products, refuses them instead.
package sample
