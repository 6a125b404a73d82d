// Package shim serves an engine.Generator over HTTP in the shape of OpenAI's API:
// completions and chat completions, plain and streamed. docs/http.md says what a
// client sees, openapi.json in which form.
package shim
