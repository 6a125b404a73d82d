package steps

import "testing"

func TestRowStepsNotice(t *testing.T) { notices(t, "rows.feature", rowSteps) }
