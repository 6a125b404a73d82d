package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"rowproof/engine/checkpoint/disk"
)

const (
	stagingSuffix = ".staging"
	voidSuffix    = ".void"
)

// WriteFile writes a snapshot as a file of its own, in place of one that is there.
// When it returns nil the file is durable; after an error or a crash the old one or
// the new one is there. Beside it, PATH.staging and PATH.void are WriteFile's and
// DropFile's. Its generation is 1. A full disk is ErrFull.
func WriteFile(ctx context.Context, on disk.FS, path string, s *Snapshot, guard Guard) error {
	if err := admit(s, guard); err != nil {
		return err
	}
	staging := path + stagingSuffix
	err := stage(ctx, on, staging, s, 1, nil)
	if err == nil {
		err = on.Rename(staging, path)
	}
	if err != nil {
		return full(errors.Join(err, remove(on, staging)))
	}
	dir := filepath.Dir(path)
	if err := on.SyncDir(dir); err != nil {
		return err
	}
	// The old file is gone for good, so what an unfinished drop left must not void
	// the new one.
	void, err := exists(on, path+voidSuffix)
	if err != nil || !void {
		return err
	}
	if err := on.Remove(path + voidSuffix); err != nil {
		return fmt.Errorf("%s is written, but void: %w", path, err)
	}
	return on.SyncDir(dir)
}

// ReadFile reads what WriteFile wrote. A file that is not there or void is
// fs.ErrNotExist, one that is not what was written or that the guard refuses
// ErrDamaged; it stays where it is.
func ReadFile(ctx context.Context, on disk.FS, path string, guard Guard) (*Snapshot, error) {
	void, err := exists(on, path+voidSuffix)
	if err != nil {
		return nil, err
	}
	if void {
		return nil, fmt.Errorf("%s was dropped: %w", path, fs.ErrNotExist)
	}
	s, _, err := load(ctx, on, path)
	if err == nil {
		err = judge(s, guard)
	}
	if errors.Is(err, errFormat) || errors.Is(err, ErrRefused) {
		err = fmt.Errorf("%s: %w: %w", path, ErrDamaged, err)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// DropFile removes what WriteFile wrote. The file is void before it is removed: after
// an error that says so it is on disk, but ReadFile will not have it. One that is not
// there is no error.
func DropFile(on disk.FS, path string) error {
	dir, void := filepath.Dir(path), path+voidSuffix
	marked := touch(on, void)
	if errors.Is(marked, fs.ErrNotExist) {
		return nil // no directory
	}
	if marked == nil {
		marked = on.SyncDir(dir)
	}
	// Without a tombstone removing is still better than not: a full disk may allow it.
	removed := errors.Join(remove(on, path), remove(on, path+stagingSuffix))
	if marked != nil && removed != nil {
		// A directory that takes no change may still have files that can be emptied, and
		// an empty one is no checkpoint.
		if empty(on, path) == nil {
			marked = nil
		}
	}
	if removed == nil {
		removed = on.SyncDir(dir)
	}
	switch {
	case removed == nil:
		return errors.Join(marked, remove(on, void))
	case marked == nil:
		return fmt.Errorf("%s is not removed, but void: %w", path, removed)
	default:
		return fmt.Errorf("%s is neither removed nor void: %w", path, errors.Join(marked, removed))
	}
}

// SetAsideFile moves a file that cannot be trusted to PATH.quarantine, with the reason
// in PATH.reason. A later one takes the place of an earlier one.
func SetAsideFile(on disk.FS, path string, why error) error {
	// The reason first, so that no file is set aside without one.
	err := writeText(on, path+reasonSuffix, reasonOf(why))
	if moved := on.Rename(path, path+quarantineSuffix); moved != nil {
		return errors.Join(err, moved)
	}
	return errors.Join(err, on.SyncDir(filepath.Dir(path)))
}

// stage writes and syncs a file that no reader looks at yet.
func stage(ctx context.Context, on disk.FS, path string, s *Snapshot, generation uint64, at *time.Time) error {
	f, err := on.Create(path)
	if err != nil {
		return err
	}
	err = encode(ctx, f, s, generation)
	if err == nil && at != nil {
		err = on.Touch(path, *at)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// load reads and checks a file.
func load(ctx context.Context, on disk.FS, path string) (*Snapshot, *header, error) {
	r, err := on.Open(path)
	if err != nil {
		return nil, nil, err
	}
	s, h, err := decode(ctx, r, r.Size())
	return s, h, errors.Join(err, r.Close())
}

// touch makes an empty file.
func touch(on disk.FS, path string) error {
	f, err := on.Create(path)
	if err != nil {
		return err
	}
	return f.Close()
}

// empty takes everything out of a file that is there.
func empty(on disk.FS, path string) error {
	f, err := on.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// remove is content with a file that is not there.
func remove(on disk.FS, path string) error {
	if err := on.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func exists(on disk.FS, path string) (bool, error) {
	r, err := on.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, r.Close()
}
