package main

import (
	"context"

	"rowproof/harness/report"
)

// featureSuite runs features and says what became of each.
type featureSuite func(ctx context.Context, p *program, jobs int) ([]report.Feature, error)

// featureSuites are what check runs after the receipts.
var featureSuites []featureSuite
