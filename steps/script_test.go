package steps

import "testing"

func TestScriptStepsNotice(t *testing.T) { notices(t, "script.feature", scriptSteps) }
