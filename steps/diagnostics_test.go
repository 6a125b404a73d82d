package steps

import "testing"

func TestDiagnosticStepsNotice(t *testing.T) { notices(t, "diagnostics.feature", diagnosticSteps) }
