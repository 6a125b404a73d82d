package report

import (
	"fmt"
	"os"
	"path/filepath"
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
	first, err := stage(dir, ReportFile, report)
	if err != nil {
		return err
	}
	defer os.Remove(first) // harmless once renamed
	second, err := stage(dir, JUnitFile, junit)
	if err != nil {
		return err
	}
	defer os.Remove(second)
	if err := os.Rename(second, filepath.Join(dir, JUnitFile)); err != nil {
		return err
	}
	return os.Rename(first, filepath.Join(dir, ReportFile))
}

// stage writes a temporary file beside its later place and gives its name.
func stage(dir, name string, data []byte) (string, error) {
	f, err := os.CreateTemp(dir, "."+name+"-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644) // CreateTemp gives 0600, and reports are for others to read
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(f.Name())
		return "", fmt.Errorf("%s: %w", filepath.Join(dir, name), err)
	}
	return f.Name(), nil
}
