package cpu

import (
	"fmt"

	"rowproof/engine/device"
)

// Device computes on the host, at once. Its operands may be shared by steps of
// several goroutines as long as none of them writes.
type Device struct{ _ byte } // not empty: two devices must have two addresses

var _ device.Device = (*Device)(nil)

// New makes a device. It owns nothing but the memory of its buffers.
func New() *Device { return &Device{} }

// Name is "cpu".
func (*Device) Name() string { return "cpu" }

// Close does nothing: the garbage collector takes the buffers.
func (*Device) Close() error { return nil }

// Vector copies constants.
func (d *Device) Vector(values []float32) (device.Buffer, error) {
	return &buffer{d, append(make([]float32, 0, len(values)), values...)}, nil
}

// Buffer is n zeros.
func (d *Device) Buffer(n int) (device.Buffer, error) {
	if n < 0 {
		return nil, fmt.Errorf("buffer of %d values: %w", n, device.ErrShape)
	}
	return &buffer{d, make([]float32, n)}, nil
}

// State is n zeros that outlive a step.
func (d *Device) State(n int) (device.State, error) {
	if n < 0 {
		return nil, fmt.Errorf("state of %d values: %w", n, device.ErrShape)
	}
	return &state{buffer{d, make([]float32, n)}}, nil
}

// Begin starts a step. Its operations are done as they are called.
func (d *Device) Begin() device.Step { return &step{device: d} }
