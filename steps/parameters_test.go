package steps

import "testing"

func TestParameterStepsNotice(t *testing.T) { notices(t, "parameters.feature", parameterSteps) }
