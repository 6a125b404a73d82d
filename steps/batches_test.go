package steps

import "testing"

func TestBatchStepsNotice(t *testing.T) { notices(t, "batches.feature", batchSteps) }
