//go:build !forgetsnothing

package engine_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestABuildThatForgetsNothingIsRed: random histories and the traces of stories notice.
func TestABuildThatForgetsNothingIsRed(t *testing.T) {
	output, err := exec.Command("go", "test", "-tags", "forgetsnothing", "-count", "1", "-run", "^(TestHistories|TestTraces)$", ".", "-rapid.nofailfile").CombinedOutput()
	if err == nil {
		t.Fatalf("all of it passes:\n%s", output)
	}
	for _, name := range []string{
		"TestHistories", "TestTraces/a-fault-in-the-second-turn", "TestTraces/a-fault-in-a-verify-window",
		"TestTraces/a-fault-in-the-final-capture", "TestTraces/a-local-chat-loses-its-bootstrap", "TestTraces/a-disk-that-does-not-let-go",
	} {
		if !strings.Contains(string(output), "--- FAIL: "+name+" ") {
			t.Errorf("%s passes although nothing is forgotten", name)
		}
	}
	for _, name := range []string{"three-turns-and-a-restart", "a-client-that-leaves-and-a-full-disk", "a-damaged-checkpoint", "ds4-knows-no-broken-row"} {
		if strings.Contains(string(output), "--- FAIL: TestTraces/"+name+" ") {
			t.Errorf("%s needs Forget", name)
		}
	}
}
