package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/family"
)

type storeCmd struct {
	Ls     storeLsCmd     `cmd:"" help:"List the checkpoints of a store, each under the one that it continues."`
	Verify storeVerifyCmd `cmd:"" help:"Read and check every checkpoint of a store."`
	GC     storeGCCmd     `cmd:"" name:"gc" help:"Remove from a store what nobody needs."`
}

// storeDir is a store that is there.
type storeDir struct {
	Dir string `arg:"" help:"Folder of the store."`
}

// open opens the store. A folder that is none is not made one.
func (d *storeDir) open(p *program, budget int64) (*checkpoint.Store, error) {
	info, err := os.Stat(filepath.Join(d.Dir, "lock"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, coded(exitReceipt, fmt.Errorf("%s: no store", d.Dir))
	case err != nil:
		return nil, coded(exitReceipt, err)
	case !info.Mode().IsRegular():
		return nil, coded(exitReceipt, fmt.Errorf("%s: no store", d.Dir))
	}
	return p.openStore(d.Dir, budget)
}

// openStore opens the store in dir, which is made if need be.
func (p *program) openStore(dir string, budget int64) (*checkpoint.Store, error) {
	s, err := checkpoint.Open(dir, checkpoint.Options{FS: disk.Real{}, Clock: time.Now, Budget: budget, Guard: guard, Log: p.log})
	switch {
	case errors.Is(err, checkpoint.ErrLocked):
		return nil, coded(exitLocked, err)
	case err != nil:
		return nil, coded(exitReceipt, fmt.Errorf("store %s: %w", dir, err))
	}
	return s, nil
}

// guard is the law of each snapshot's own family. One that nobody here goes on from is
// as its writer left it.
func guard(s *checkpoint.Snapshot) error {
	if q := (family.Qwen{}); s.Family == q.Name() {
		return q.Guard(s)
	}
	return nil
}
