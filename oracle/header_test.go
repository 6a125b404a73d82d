package oracle_test

import (
	"errors"
	"strings"
	"testing"

	"rowproof/oracle"
)

// TestHeaderSaysWhereItWasRecorded reads the versions of both schemas.
func TestHeaderSaysWhereItWasRecorded(t *testing.T) {
	rows, ds4 := allFiles(t)[indexOf(t, oracle.GroupOrdinary)].Header, allFiles(t)[indexOf(t, oracle.GroupDS4)].Header
	if rows.MTPLX != "2.12.2" || rows.MLX != "0.32.2" || rows.NumPy != "2.4.6" || rows.Seed != 1 || rows.Cases != 1080 || rows.Libc[1] != "2.36" {
		t.Errorf("rows: %+v", rows)
	}
	if ds4.Commit != "8d57664" || ds4.Cases != 270 || ds4.Source == "" || ds4.Libm == "" {
		t.Errorf("ds4: %+v", ds4)
	}
}

// TestHeaderAndSchemaBelongTogether refuses a group under the other schema.
func TestHeaderAndSchemaBelongTogether(t *testing.T) {
	for name, swap := range map[string][2]string{
		"rows/rng.jsonl":         {`"group":"rng"`, `"group":"ds4-control"`},
		"ds4/ds4-controls.jsonl": {`"group":"ds4-control"`, `"group":"rng"`},
	} {
		header := realLines(t, name)[0]
		changed := strings.Replace(header, swap[0], swap[1], 1)
		if changed == header {
			t.Fatalf("%s holds no %s", header, swap[0])
		}
		if _, err := oracle.Read(strings.NewReader(changed+"\n"), name); !errors.Is(err, oracle.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
