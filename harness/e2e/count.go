package e2e

import (
	"io"
	"io/fs"

	"rowproof/harness/internal/walk"
	"rowproof/oracle"
	"rowproof/oracle/e2e"
)

// Count is how many records the receipt files in folders declare, by their meta lines
// alone. Files that declare none, as those that document the oracle's behaviour, add
// nothing.
func Count(dirs ...string) (records int, err error) {
	err = walk.Paths(dirs, nil, func(fsys fs.FS, name string) error {
		return walk.Files(fsys, name, ownFields, func(r io.Reader, _ string) error {
			first, err := oracle.NewLines(r).Next()
			if err != nil {
				return err
			}
			if meta, err := e2e.ReadMeta(first); err == nil {
				records += meta.Cases
			}
			return nil
		})
	})
	return records, err
}
