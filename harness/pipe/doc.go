// Package pipe is the seam between the harness and an engine in another process: JSON
// lines on stdin and stdout, one answer per request. docs/engine-protocol.md describes
// it for those who write an engine.
//
// Start gives an engine behind a command; Serve puts any engine behind a pipe. Read
// message.go first (what the lines are), then exchange.go (one question, one answer),
// process.go (one process), engine.go (processes that may die), serve.go (the other
// side).
//
// Nothing that the other side does stops the harness: a crash, a hang, garbage and a
// second answer are each the outcome of one case, the process group is killed, and the
// next case finds a fresh process.
package pipe
