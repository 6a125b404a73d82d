// Package modelprove holds a model folder, and our engine on it, against rows of the
// real oracle.
//
// Two things are proven of a folder:
//
//   - The rows behind prompts of several lengths, the trunk's and three chained draft
//     rows, are those of the oracle, within a bound that the dtype of the weights sets.
//   - Each kind of poison that the folder has a channel for breaks the row that it says
//     in the way that it says, for the oracle and for us, and a prompt without the
//     trigger has the same bits as in the clean folder.
//
// Read prove.go first, then bound.go and poison.go.
package modelprove
