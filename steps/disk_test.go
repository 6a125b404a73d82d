package steps

import "testing"

func TestDiskStepsNotice(t *testing.T) { notices(t, "disk.feature", diskSteps) }
