package steps

import "testing"

func TestFileStepsNotice(t *testing.T) { notices(t, "files.feature", fileSteps) }
