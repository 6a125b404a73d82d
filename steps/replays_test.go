package steps

import "testing"

func TestReplayStepsNotice(t *testing.T) { notices(t, "replays.feature", replaySteps) }
