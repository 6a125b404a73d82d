package report_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness/report"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	list := []string{}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestWriteLeavesTwoWholeFilesAndNothingElse(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "out")
	d := document(t)
	if err := report.Write(dir, d, report.NewJUnit(summary(t), features())); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"junit.xml", "report.json"}, names(t, dir)); diff != "" {
		t.Fatal(diff)
	}
	raw, err := os.ReadFile(filepath.Join(dir, report.ReportFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Validate(raw); err != nil {
		t.Error(err)
	}
	var back report.Document
	if err := json.Unmarshal(raw, &back); err != nil || back.Totals != d.Totals {
		t.Errorf("read back %+v, %v", back.Totals, err)
	}
	info, err := os.Stat(filepath.Join(dir, report.ReportFile))
	if err != nil || info.Mode().Perm()&0o044 != 0o044 {
		t.Errorf("others cannot read it: %v, %v", info.Mode(), err)
	}
}

func TestWriteReplacesAnOldReport(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		if err := report.Write(dir, document(t), report.NewJUnit(summary(t), nil)); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"junit.xml", "report.json"}, names(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestAnInvalidReportLeavesTheOldOneAlone(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, report.ReportFile)
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := document(t)
	d.Totals.Equal++
	if err := report.Write(dir, d, report.NewJUnit(summary(t), nil)); !errors.Is(err, report.ErrInvalid) {
		t.Errorf("got %v", err)
	}
	if raw, err := os.ReadFile(old); string(raw) != "old" || err != nil {
		t.Errorf("the old report holds %q, %v", raw, err)
	}
	if diff := cmp.Diff([]string{"report.json"}, names(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestAPlaceThatCannotHoldAReportIsRefusedWithNothingLeft(t *testing.T) {
	for _, name := range []string{report.ReportFile, report.JUnitFile} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := report.Prepare(dir); err == nil {
			t.Errorf("Prepare: no error where %s is a folder", name)
		}
		if err := report.Write(dir, document(t), report.NewJUnit(summary(t), nil)); err == nil {
			t.Errorf("Write: no error where %s is a folder", name)
		}
		if diff := cmp.Diff([]string{name}, names(t, dir)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAFileIsNoFolderForReports(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := report.Prepare(file); err == nil {
		t.Error("no error")
	}
}

func TestPrepareLeavesAnEmptyFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if err := report.Prepare(dir); err != nil {
		t.Fatal(err)
	}
	if left := names(t, dir); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}
