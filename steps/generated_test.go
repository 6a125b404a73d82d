package steps

import "testing"

func TestGeneratedStepsNotice(t *testing.T) { notices(t, "generated.feature", generatedSteps) }
