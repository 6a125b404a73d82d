package steps

import "testing"

func TestDS4StepsNotice(t *testing.T) { notices(t, "ds4.feature", ds4Steps) }
