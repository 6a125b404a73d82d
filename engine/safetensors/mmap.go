//go:build linux || darwin

package safetensors

import (
	"os"

	"golang.org/x/sys/unix"
)

// mmap maps the first size bytes of file, read-only. The mapping outlives the
// open file.
func mmap(file *os.File, size int) ([]byte, error) {
	return unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
}

func unmap(mapping []byte) error { return unix.Munmap(mapping) }
