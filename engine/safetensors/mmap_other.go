//go:build !linux && !darwin

package safetensors

import (
	"errors"
	"os"
)

// mmap refuses: a model read into memory whole would be a surprise.
func mmap(*os.File, int) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmap([]byte) error { return nil }
