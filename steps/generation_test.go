package steps

import "testing"

func TestGenerationStepsNotice(t *testing.T) { notices(t, "generation.feature", generationSteps) }
