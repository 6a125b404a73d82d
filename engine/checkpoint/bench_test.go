package checkpoint

import (
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rowproof/engine/checkpoint/disk"
)

const benchValues = 25 << 20 // float32s: 100 MiB

func open(b *testing.B) *Store {
	b.Helper()
	o := realOptions()
	o.Guard = func(*Snapshot) error { return nil } // its cost is its family's
	s, err := Open(filepath.Join(b.TempDir(), "store"), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// median of runs that take turns, so that both see the same disk.
func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// BenchmarkSave compares a save of 100 MiB with writing and syncing the same bytes.
func BenchmarkSave(b *testing.B) {
	s := open(b)
	snap := snapshot(upTo(1, 1000), 1, benchValues/2)
	name, err := s.Save(ctx, snap)
	if err != nil {
		b.Fatal(err)
	}
	data, err := os.ReadFile(s.path(name, checkpointSuffix))
	if err != nil {
		b.Fatal(err)
	}
	plain := filepath.Join(s.dir, "plain")
	var saves, writes []time.Duration
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := s.Drop(name); err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		if _, err := s.Save(ctx, snap); err != nil {
			b.Fatal(err)
		}
		saves = append(saves, time.Since(start))
		if err := os.Remove(plain); err != nil && !os.IsNotExist(err) {
			b.Fatal(err)
		}
		start = time.Now()
		f, err := os.Create(plain)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := f.Write(data); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
		writes = append(writes, time.Since(start))
	}
	compare(b, saves, writes)
}

func compare(b *testing.B, ours, plain []time.Duration) {
	o, p := median(ours), median(plain)
	b.ReportMetric(float64(o.Microseconds())/1000, "ours-ms")
	b.ReportMetric(float64(p.Microseconds())/1000, "plain-ms")
	b.ReportMetric(float64(o)/float64(p), "ratio")
}

// BenchmarkRestore compares restoring 100 MiB, cached by the system, with reading and
// summing the file: with our sum, and with SHA-256 for comparison.
func BenchmarkRestore(b *testing.B) {
	s := open(b)
	name, err := s.Save(ctx, snapshot(upTo(1, 1000), 1, benchValues/2))
	if err != nil {
		b.Fatal(err)
	}
	path := s.path(name, checkpointSuffix)
	for _, sum := range []struct {
		name string
		of   func(p []byte)
	}{
		{"crc32c", func(p []byte) { crc32.Checksum(p, castagnoli) }},
		{"sha256", func(p []byte) { sha256.Sum256(p) }},
	} {
		b.Run(sum.name, func(b *testing.B) {
			var restores, reads []time.Duration
			b.SetBytes(s.index.bytes)
			for b.Loop() {
				start := time.Now()
				if _, err := s.Restore(ctx, name); err != nil {
					b.Fatal(err)
				}
				restores = append(restores, time.Since(start))
				start = time.Now()
				data, err := os.ReadFile(path)
				if err != nil {
					b.Fatal(err)
				}
				sum.of(data)
				reads = append(reads, time.Since(start))
			}
			compare(b, restores, reads)
		})
	}
}

// BenchmarkForget finds and drops the 50 checkpoints of a conversation of 5,000 tokens
// in a store of 10,000.
func BenchmarkForget(b *testing.B) {
	const conversations, prefixes, step = 200, 50, 100
	s := open(b)
	fill := func(conversation int) {
		for n := step; n <= prefixes*step; n += step {
			snap := &Snapshot{Model: model, Family: "f", Tokens: upTo(conversation*10_000, n)}
			name := nameOf(snap)
			if s.index.entries[name] == nil {
				// Without syncing: filling is not measured.
				if err := stage(ctx, noSync{}, s.path(name, checkpointSuffix), snap, s.next(), nil); err != nil {
					b.Fatal(err)
				}
				s.index.add(headerOf(snap, s.generation).entry(name, time.Now()))
			}
		}
	}
	for c := range conversations {
		fill(c)
	}
	if err := s.syncDir(); err != nil {
		b.Fatal(err)
	}
	var forgets []time.Duration
	for b.Loop() {
		tokens := upTo(10_000, prefixes*step)
		start := time.Now()
		names := s.Ancestors(model, tokens)
		if err := s.Drop(names...); err != nil {
			b.Fatal(err)
		}
		forgets = append(forgets, time.Since(start))
		if len(names) != prefixes || len(s.index.entries) != (conversations-1)*prefixes {
			b.Fatal(fmt.Sprint(len(names), " dropped, ", len(s.index.entries), " left"))
		}
		fill(1)
	}
	b.ReportMetric(float64(median(forgets).Microseconds())/1000, "forget-ms")
	b.ReportMetric(float64(slices.Max(forgets).Microseconds())/1000, "worst-ms")
}

type noSync struct{ disk.Real }

func (n noSync) Create(name string) (disk.File, error) {
	f, err := n.Real.Create(name)
	return unsynced{f}, err
}

type unsynced struct{ disk.File }

func (unsynced) Sync() error { return nil }

// BenchmarkOpen opens a store of 10,000 checkpoints of 1,000 tokens.
func BenchmarkOpen(b *testing.B) {
	s := open(b)
	for i := range 10_000 {
		snap := &Snapshot{Model: model, Family: "f", Tokens: upTo(i, 1000)}
		if err := stage(ctx, noSync{}, s.path(nameOf(snap), checkpointSuffix), snap, s.next(), nil); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		again, err := Open(s.dir, s.o)
		if err != nil {
			b.Fatal(err)
		}
		if len(again.index.entries) != 10_000 {
			b.Fatal(len(again.index.entries))
		}
		if err := again.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
