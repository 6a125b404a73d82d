// Package staged writes files that get their names when they are complete.
package staged

import (
	"fmt"
	"os"
	"path/filepath"
)

// File writes a temporary file beside its later place, to be renamed to that, and gives
// its name. Others may read it, unlike temporary files. After an error nothing is left.
func File(dir, name string, data []byte) (string, error) {
	f, err := os.CreateTemp(dir, "."+name+"-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644) // CreateTemp gives 0600
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
