package main

import (
	"rowproof/harness"
	"rowproof/oracle"
	"rowproof/receipts"
)

// builtIn is what the receipts inside this program are called. It is also where they
// lie in a checkout, so that a file named in a message can be opened there.
const builtIn = "receipts"

// load reads the receipts at the paths, or the built-in ones where none is named.
func (p *program) load(paths ...string) ([]*oracle.File, error) {
	var files []*oracle.File
	var err error
	if len(paths) == 0 {
		files, err = harness.LoadFS(receipts.FS, builtIn)
	} else {
		files, err = harness.Load(paths...)
	}
	for _, f := range files {
		p.log.Info("receipts", "file", f.Name, "group", f.Header.Group, "cases", f.Header.Cases)
	}
	return files, coded(exitReceipt, err)
}
