package record

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"rowproof/harness"
	"rowproof/oracle"
)

// Disagree makes the question a shrinker asks: does the engine still not give what
// the law expects of the oracle's answer? The oracle's answer is left in the case as
// its record. A case that the oracle does not answer, or the engine does not
// support, is not a failure: it proves nothing.
func Disagree(ctx context.Context, judge, engine harness.Engine) func(*oracle.Case) bool {
	return func(c *oracle.Case) bool {
		answered, err := ask(ctx, judge, c, harness.DefaultDeadline)
		if err != nil {
			return false
		}
		c.Out = answered.Out
		v, err := harness.Ask(ctx, engine, c)
		return err == nil && v.Outcome == harness.Differ
	}
}

// SaveFailure writes one case into a folder, as a receipt if it has a record and else
// as inputs, and gives the path. by is who made the record. The name is the group
// and a hash of what is asked, whatever its kind: one failure found twice is one
// file.
func SaveFailure(dir string, c *oracle.Case, by harness.Info) (string, error) {
	asked := &oracle.Case{Group: c.Group, Entry: c.Entry, In: c.In}
	raw, err := oracle.MarshalInput(asked)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	name := c.Group + "-" + hex.EncodeToString(sum[:6])
	saved := *c
	saved.ID = strings.TrimPrefix(c.ID+"/"+name, "/")
	f := &oracle.File{Name: name + ".jsonl", Header: newHeader(by, c.Group, 0), Cases: []*oracle.Case{&saved}}
	if c.Out == nil {
		f.Header = oracle.Header{Schema: oracle.SchemaInputs, Group: c.Group}
		_, err = oracle.CopyInput(&saved)
	} else {
		err = readsBack(&saved)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", c.ID, errors.Join(ErrAnswer, err))
	}
	if err := Write(dir, []*oracle.File{f}); err != nil {
		return "", err
	}
	return filepath.Join(dir, f.Name), nil
}
