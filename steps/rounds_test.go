package steps

import "testing"

func TestRoundStepsNotice(t *testing.T) { notices(t, "rounds.feature", roundSteps) }
