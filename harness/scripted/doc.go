// Package scripted is a model that says what a test dictates: a vocabulary of
// eight tokens, rows with one high logit, faults in the rows that the test names.
// It reaches every boundary of the loop exactly, and it watches what the loop does
// to its state: a trunk or a history that is not what it should be complains.
package scripted
