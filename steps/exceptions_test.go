package steps

import "testing"

func TestExceptionStepsNotice(t *testing.T) { notices(t, "exceptions.feature", exceptionSteps) }
