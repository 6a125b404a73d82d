package steps

import "testing"

func TestOutcomeStepsNotice(t *testing.T) { notices(t, "outcome.feature", outcomeSteps) }
