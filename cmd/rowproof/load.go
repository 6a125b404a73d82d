package main

import (
	"context"

	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/receipts"
)

// builtIn is what the receipts inside this program are called. It is also where they
// lie in a checkout, so that a file named in a message can be opened there.
const builtIn = "receipts"

// load reads the receipts at the paths, or the built-in ones where none is named. A
// path can be a pipe that nobody writes to: an interrupt gives it up.
func (p *program) load(ctx context.Context, paths ...string) ([]*oracle.File, error) {
	var files []*oracle.File
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		if len(paths) == 0 {
			files, err = harness.LoadFS(receipts.FS, builtIn)
		} else {
			files, err = harness.Load(paths...)
		}
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for _, f := range files {
		p.log.Info("receipts", "file", f.Name, "group", f.Header.Group, "cases", f.Header.Cases)
	}
	return files, coded(exitReceipt, err)
}
