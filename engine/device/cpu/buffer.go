package cpu

import (
	"fmt"
	"slices"

	"rowproof/engine/device"
)

type buffer struct {
	owner  *Device
	values []float32
}

func (b *buffer) Len() int { return len(b.values) }

func (b *buffer) Slice(from, n int) device.Buffer {
	return &buffer{b.owner, b.values[from : from+n : from+n]}
}

type state struct{ buffer }

type snapshot struct {
	owner  *Device
	values []float32
}

func (s *snapshot) Len() int { return len(s.values) }

func (s *state) Snapshot() (device.Snapshot, error) {
	return &snapshot{s.owner, slices.Clone(s.values)}, nil
}

func (s *state) Restore(from device.Snapshot) error {
	saved, ok := from.(*snapshot)
	if !ok || saved == nil || saved.owner != s.owner {
		return fmt.Errorf("restore: snapshot: %w", device.ErrForeign)
	}
	if len(saved.values) != len(s.values) {
		return fmt.Errorf("restore: a snapshot of %d values into a state of %d: %w", len(saved.values), len(s.values), device.ErrShape)
	}
	copy(s.values, saved.values)
	return nil
}

func (s *state) Reset() { clear(s.values) }

// valuesOf unwraps a buffer or state of this device.
func (d *Device) valuesOf(b device.Buffer) ([]float32, bool) {
	var own *buffer
	switch b := b.(type) {
	case *buffer:
		own = b
	case *state:
		if b != nil {
			own = &b.buffer
		}
	}
	if own == nil || own.owner != d {
		return nil, false
	}
	return own.values, true
}
