package main

import (
	"context"
	"encoding/json"
	"errors"
)

type storeLsCmd struct {
	storeDir
	JSON bool `help:"Write a JSON array, one object for each checkpoint."`
}

// Help is shown by store ls --help.
func (*storeLsCmd) Help() string {
	return `Shows every checkpoint of a store: the beginning of its name, its tokens, its size in bytes, when
it was last used, its generation, the family and the beginning of the identity of its model. A
checkpoint stands indented under the longest one whose tokens it begins with, so that a
conversation is a tree. A quarantined checkpoint is never restored; below the table is why.

Opening a store puts right what a crash has left in it.

Example:

    rowproof store ls ~/.cache/rowproof/checkpoints`
}

// Run lists.
func (c *storeLsCmd) Run(_ context.Context, p *program) (err error) {
	s, err := c.open(p, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	tree, err := grow(s)
	if err != nil {
		return coded(exitReceipt, err)
	}
	if !c.JSON {
		tree.table(p.stdout, p.look())
		return nil
	}
	e := json.NewEncoder(p.stdout)
	e.SetIndent("", "  ")
	return coded(exitUsage, e.Encode(tree))
}
