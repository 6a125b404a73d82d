// Package logits is the only door between a row of logits and a token.
//
// A row with a NaN, with +Inf, or with nothing but -Inf says that the numbers
// inside the model broke. Check judges a row, after its penalties, and returns
// either a Checked or a *NumericalError; nothing else in the engine can make a
// Checked, and sampling accepts nothing but a Checked. So a broken row cannot
// become a token ID: there is no function that would take it.
//
// A -Inf beside a finite value is legal: that is how a grammar masks tokens.
package logits
