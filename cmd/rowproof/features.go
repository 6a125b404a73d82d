package main

import (
	"context"

	"rowproof/harness/report"
	"rowproof/steps"
)

// runFeatures runs the Gherkin features against the program's engine.
func (p *program) runFeatures(ctx context.Context, jobs int) ([]report.Feature, error) {
	b := p.newBar("features")
	defer b.close()
	result, err := steps.Run(ctx, steps.Options{Engine: p.engine, Concurrency: jobs, Progress: b.at})
	return result.Report(), err
}
