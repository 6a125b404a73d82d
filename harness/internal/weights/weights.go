// Package weights tells the weights of a model folder from others.
package weights

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"

	"rowproof/internal/regular"
)

// File is the file of a folder that is summed.
const File = "model.safetensors"

// Sum is the sha256 of a folder's weights, in hex. It refuses what is no regular file
// (regular.ErrFile), and ends with ctx.
func Sum(ctx context.Context, dir string) (string, error) {
	f, err := regular.Open(filepath.Join(dir, File))
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, reader{ctx, f}); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// reader reads until its context ends.
type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.r.Read(p)
}
