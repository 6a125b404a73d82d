package disk

import "golang.org/x/sys/unix"

// writeback asks the kernel to start writing a range of f now, so that the disk works
// while the rest is still being made, and Sync has less to wait for. It promises
// nothing, so neither does its error.
func writeback(f uintptr, from, size int64) {
	_ = unix.SyncFileRange(int(f), from, size, unix.SYNC_FILE_RANGE_WRITE)
}
