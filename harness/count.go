package harness

import (
	"io"
	"io/fs"

	"rowproof/harness/internal/walk"
	"rowproof/oracle"
)

// Count is how many cases the receipt files in folders declare, by their headers alone.
func Count(dirs ...string) (cases int, err error) {
	err = walk.Paths(dirs, nil, func(fsys fs.FS, name string) error {
		return walk.Files(fsys, name, ownFields, func(r io.Reader, _ string) error {
			first, err := oracle.NewLines(r).Next()
			if err != nil {
				return err
			}
			h, err := oracle.ReadHeader(first)
			cases += h.Cases
			return err
		})
	})
	return cases, err
}
