package steps

import (
	"os"
	"testing"
)

// TestModelsAreMadeOnceAndGoWithTheRun: lazily, shared, and removed.
func TestModelsAreMadeOnceAndGoWithTheRun(t *testing.T) {
	m := newModels()
	if m.root != "" {
		t.Error("a folder before anybody asked")
	}
	first, err := m.get("float32", "nan:301")
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.get("float32", "nan:301")
	if err != nil || again != first {
		t.Errorf("%p, then %p: %v", first, again, err)
	}
	clean, err := m.get("float32", "")
	if err != nil || clean == first || len(m.open) != 2 {
		t.Errorf("%d models: %v", len(m.open), err)
	}
	for _, wrong := range [][2]string{{"float8", ""}, {"float32", "arsenic:301"}, {"float32", "nan:0"}, {"float16", "posinf:301"}} {
		if _, err := m.get(wrong[0], wrong[1]); err == nil {
			t.Errorf("%q is a model", wrong)
		}
	}
	// What failed is in nobody's way.
	if _, err := m.get("float32", "nan:302"); err != nil {
		t.Error(err)
	}
	if err := m.close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(m.root); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", m.root, err)
	}
}

// TestARunWithoutModelsLeavesNothing, not even an empty folder.
func TestARunWithoutModelsLeavesNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	if err := newModels().close(); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
}
