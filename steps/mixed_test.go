package steps

import "testing"

func TestMixedStepsNotice(t *testing.T) { notices(t, "mixed.feature", mixedSteps) }
