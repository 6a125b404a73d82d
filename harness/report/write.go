package report

import (
	"fmt"
	"os"
	"path/filepath"

	"rowproof/internal/staged"
)

// The files of a report.
const (
	ReportFile = "report.json"
	JUnitFile  = "junit.xml"
)

// Prepare makes the folder of a report and proves that a report can be put there, so
// that a run of some length does not end with "permission denied".
func Prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range []string{ReportFile, JUnitFile} {
		place := filepath.Join(dir, name)
		if info, err := os.Lstat(place); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder: %w", place, os.ErrExist)
		}
	}
	probe, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return err
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// Write writes both files of a report into dir. Each is complete in a temporary file
// of the same folder before either gets its name; after an error no new file is
// left, and an old report is still there whole.
func Write(dir string, d *Document, j *JUnit) error {
	report, err := d.encode()
	if err != nil {
		return err
	}
	junit, err := j.encode()
	if err != nil {
		return err
	}
	if err := Prepare(dir); err != nil {
		return err
	}
	first, err := staged.File(dir, ReportFile, report)
	if err != nil {
		return err
	}
	defer os.Remove(first) // harmless once renamed
	second, err := staged.File(dir, JUnitFile, junit)
	if err != nil {
		return err
	}
	defer os.Remove(second)
	if err := os.Rename(second, filepath.Join(dir, JUnitFile)); err != nil {
		return err
	}
	return os.Rename(first, filepath.Join(dir, ReportFile))
}
