package oracle_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

// TestGroupsAreThoseRecorded finds a file for every group and no other.
func TestGroupsAreThoseRecorded(t *testing.T) {
	var recorded []string
	for _, f := range allFiles(t) {
		recorded = append(recorded, f.Header.Group)
	}
	known := oracle.Groups()
	slices.Sort(recorded)
	slices.Sort(known)
	if diff := cmp.Diff(known, recorded); diff != "" {
		t.Errorf("groups (-known +recorded):\n%s", diff)
	}
}

// TestKindsAreClosed refuses kinds that only look like known ones.
func TestKindsAreClosed(t *testing.T) {
	for _, tc := range []struct{ group, entry, kind string }{
		{oracle.GroupOrdinary, oracle.EntryOrdinary, ""},
		{oracle.GroupOrdinary, oracle.EntryOrdinary, "normal "},
		{oracle.GroupMixed, oracle.EntryMixed, "ss"},
		{oracle.GroupMixed, oracle.EntryMixed, "xs:plain"},
		{oracle.GroupMixed, oracle.EntryMixed, "ss:"},
		{oracle.GroupNative, oracle.EntryNative, "base:wide"},
		{oracle.GroupPoint, oracle.EntryPoint, "normal+"},
		{oracle.GroupKeyed, "mx.random.categorical", "lazy_shape:normal"},
		{oracle.GroupKeyed, "mx.random.categorical", "categorical"},
		{oracle.GroupNumeric, "np.exp", "exp32"},
		{"", oracle.EntryOrdinary, "normal"},
	} {
		if _, err := oracle.DecodeInput(tc.group, tc.entry, tc.kind, []byte(`{}`)); err == nil {
			t.Errorf("%q %q %q is known", tc.group, tc.entry, tc.kind)
		}
	}
}
