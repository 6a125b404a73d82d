package steps

import "testing"

func TestBlockStepsNotice(t *testing.T) { notices(t, "blocks.feature", blockSteps) }
