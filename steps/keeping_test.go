package steps

import "testing"

func TestKeepingStepsNotice(t *testing.T) { notices(t, "keeping.feature", keepingSteps) }
