package steps

import "testing"

func TestFolderStepsNotice(t *testing.T) { notices(t, "folders.feature", folderSteps) }
