package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rowproof/harness"
	"rowproof/harness/e2e"
	"rowproof/harness/report"
	records "rowproof/oracle/e2e"
	"rowproof/receipts"
)

// generations replays receipts of whole generations on the models named.
func (c *replayCmd) generations(ctx context.Context, p *program) error {
	if c.Engine != ownEngine {
		return coded(exitUsage, fmt.Errorf("--model and --engine %s: only rowproof itself replays whole generations", c.Engine))
	}
	filter, err := c.filter()
	if err != nil {
		return coded(exitUsage, err)
	}
	dirs, err := modelFolders(c.Model)
	if err != nil {
		return coded(exitReceipt, err)
	}
	for _, kind := range c.Group {
		if !slices.Contains(records.Kinds(), kind) {
			return coded(exitUsage, fmt.Errorf("--group: unknown kind of generation %q; known: %s", kind, strings.Join(records.Kinds(), ", ")))
		}
	}
	if c.Out != "" {
		if err := report.Prepare(c.Out); err != nil {
			return coded(exitUsage, err)
		}
	}
	files, informative, err := e2e.Load(c.Paths...)
	if err != nil {
		return coded(exitReceipt, err)
	}
	if n, err := harness.Count(folders(c.Paths)...); err == nil && n > 0 {
		fmt.Fprintf(p.stderr, "rowproof: %d receipts of rows left out: replay them without --model\n", n)
	}
	p.log.Info("documentation of the oracle, not replayed", "files", strings.Join(informative, ", "))
	s, err := p.replayGenerations(ctx, files, dirs, e2e.Options{Jobs: int(c.Jobs), Kinds: c.Group, Filter: filter, FailFast: c.FailFast})
	if err != nil {
		return coded(exitReceipt, err)
	}
	return p.finish(s, nil, c.Out)
}

// hint says what receipts that are none of rows may be. Only what can be read again is
// looked at: not a pipe.
func hint(paths []string) string {
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() && !info.IsDir() {
			return ""
		}
	}
	if _, _, err := e2e.Load(paths...); err != nil {
		return ""
	}
	return "these are receipts of whole generations: name their model with --model"
}

// leftOut says what a replay of rows passes by in the folders it was given.
func (p *program) leftOut(paths []string) {
	if n, err := e2e.Count(folders(paths)...); err == nil && n > 0 {
		fmt.Fprintf(p.stderr, "rowproof: %d receipts of whole generations left out: name their model with --model\n", n)
	}
}

// folders are the paths that are folders: a file that is named is meant.
func folders(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || !info.IsDir()
	})
}

// modelFolders are the folders with a config.json: those named, or the ones in them.
func modelFolders(named []string) ([]string, error) {
	var dirs []string
	for _, dir := range named {
		if _, err := os.Stat(filepath.Join(dir, "config.json")); err == nil {
			dirs = append(dirs, dir)
			continue
		}
		inside, err := filepath.Glob(filepath.Join(dir, "*", "config.json"))
		if err != nil {
			return nil, err
		}
		if len(inside) == 0 {
			return nil, fmt.Errorf("--model: no config.json in %s or in a folder in it", dir)
		}
		for _, config := range inside {
			dirs = append(dirs, filepath.Dir(config))
		}
	}
	return dirs, nil
}

func (p *program) replayGenerations(ctx context.Context, files []*records.File, dirs []string, o e2e.Options) (*harness.Summary, error) {
	bar := p.newBar("generations")
	defer bar.close()
	o.Progress = func(done, total int, v *harness.Verdict) {
		p.log.Debug("record", "id", v.ID, "outcome", v.Outcome, "elapsed", v.Elapsed)
		bar.at(done, total)
	}
	s, err := e2e.Replay(ctx, files, dirs, o)
	if err != nil {
		return nil, err
	}
	bar.close()
	for _, note := range s.Notes() {
		fmt.Fprintf(p.stdout, "%s\n", note)
	}
	return s.Summary, nil
}

// builtInGenerations replays the receipts inside this program. Weights are mapped, so
// the models need files for as long as it takes.
func (p *program) builtInGenerations(ctx context.Context, jobs jobs) (s *harness.Summary, err error) {
	files, err := builtInRecords()
	if err != nil {
		return nil, err
	}
	models, err := fs.Sub(receipts.FS, "models")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "rowproof-models-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := os.CopyFS(dir, models); err != nil {
		return nil, err
	}
	dirs, err := modelFolders([]string{dir})
	if err != nil {
		return nil, err
	}
	return p.replayGenerations(ctx, files, dirs, e2e.Options{Jobs: int(jobs)})
}

// builtInRecords are the receipts of whole generations inside this program.
func builtInRecords() ([]*records.File, error) {
	sub, err := fs.Sub(receipts.FS, "e2e")
	if err != nil {
		return nil, err
	}
	files, _, err := e2e.LoadFS(sub, builtIn+"/e2e")
	return files, coded(exitReceipt, err)
}

func countRecords(files []*records.File) int {
	n := 0
	for _, f := range files {
		n += f.Meta.Cases
	}
	return n
}
