package steps

import "testing"

func TestReaderStepsNotice(t *testing.T) { notices(t, "readers.feature", readerSteps) }
