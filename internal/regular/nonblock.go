//go:build unix

package regular

import "golang.org/x/sys/unix"

// nonblocking keeps the opening of a pipe from waiting for its writer.
const nonblocking = unix.O_NONBLOCK
