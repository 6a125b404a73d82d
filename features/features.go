// Package features holds the requirements in plain words, as data: Gherkin that
// package steps binds and runs.
package features

import "embed"

// FS holds the feature files, all in its root.
//
//go:embed *.feature
var FS embed.FS
