package steps

import "testing"

func TestKeptStepsNotice(t *testing.T) { notices(t, "kept.feature", keptSteps) }
