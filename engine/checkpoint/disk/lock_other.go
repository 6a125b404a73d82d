//go:build !linux && !darwin

package disk

import (
	"errors"
	"io"
)

const nonblocking = 0

// Lock refuses: a store that two processes can write is not safe.
func (Real) Lock(string) (io.Closer, error) { return nil, errors.ErrUnsupported }
