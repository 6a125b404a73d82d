package wrong

import (
	"reflect"
	"testing"
)

// replaced names the steps in which hooks differ from the right ones.
func replaced(h *hooks) []string {
	was, is := reflect.ValueOf(right()).Elem(), reflect.ValueOf(h).Elem()
	var names []string
	for i := range is.NumField() {
		if was.Field(i).Pointer() != is.Field(i).Pointer() {
			names = append(names, is.Type().Field(i).Name)
		}
	}
	return names
}

// TestEveryMistakeIsSmallAndEveryStepHasOne: a mistake replaces one step, or two
// that are one decision; a step that no mistake replaces would be a knob for nothing.
func TestEveryMistakeIsSmallAndEveryStepHasOne(t *testing.T) {
	if names := replaced(right()); names != nil {
		t.Fatalf("the right hooks differ from themselves in %v", names)
	}
	missing := map[string]bool{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[hooks]()) {
		missing[field.Name] = true
	}
	for _, e := range All() {
		names := replaced(e.hooks)
		if len(names) < 1 || len(names) > 2 {
			t.Errorf("%s replaces %v", e.Name, names)
		}
		for _, name := range names {
			delete(missing, name)
		}
	}
	for name := range missing {
		t.Errorf("no mistake is made in %s", name)
	}
}
