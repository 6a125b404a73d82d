// Package steps runs the features: it binds their sentences to calls of the
// harness and the engine, and says of every scenario what became of it.
//
// A step holds no judgment. It prepares inputs, makes one call, or compares one
// thing that the call gave with what the sentence says; what is right is written
// in the feature or computed by package oracle.
//
// godog, which reads and runs the Gherkin, exits 0 where no scenario exists, and
// waits forever for a step that hangs. Run is the wrapper that does neither: a
// scenario passes only if every one of its steps was seen to pass.
package steps
