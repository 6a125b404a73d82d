package steps

import "testing"

func TestSparseStepsNotice(t *testing.T) { notices(t, "sparse.feature", sparseSteps) }
