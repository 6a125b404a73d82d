package cpu

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"rowproof/engine/device"
)

var errUsed = errors.New("the step has been run")

// step does its operations at once, up to the first that does not fit.
type step struct {
	device *Device
	op     string // being checked
	err    error
}

// Run returns the first error. There is nothing left to do or to cancel, but a
// caller whose context is over must not go on with what was computed.
func (s *step) Run(ctx context.Context) error {
	err := s.err
	if err == nil {
		err = ctx.Err()
	}
	s.err = errUsed
	return err
}

// begin names the operation whose operands are checked next.
func (s *step) begin(op string) { s.op = op }

// refuse records that the operands of the operation do not fit.
func (s *step) refuse(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("%s: %s: %w", s.op, fmt.Sprintf(format, args...), device.ErrShape)
	}
}

// all returns the values of an operand, nil after an error.
func (s *step) all(name string, b device.Buffer) []float32 {
	if s.err != nil {
		return nil
	}
	values, ok := s.device.valuesOf(b)
	if !ok {
		s.err = fmt.Errorf("%s: %s: %w", s.op, name, device.ErrForeign)
	}
	return values
}

// values returns the first values of an operand, as many as the shape has; a
// buffer may be longer. It returns nil after an error.
func (s *step) values(name string, b device.Buffer, shape ...int) []float32 {
	values := s.all(name, b)
	n, ok := product(shape)
	if s.err == nil && (!ok || n > len(values)) {
		// A copy, so that the shape of a call that fits stays on the stack.
		s.refuse("%s has %d values for the shape %v", name, len(values), slices.Clone(shape))
	}
	if s.err != nil {
		return nil
	}
	return values[:n]
}

// product reports false for a negative dimension and for more than an int holds.
func product(shape []int) (int, bool) {
	n := 1
	for _, d := range shape {
		if d < 0 || (d > 0 && n > int(^uint(0)>>1)/d) {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// matrix returns a weight, nil after an error.
func (s *step) matrix(name string, m device.Matrix) *matrix {
	own, ok := m.(*matrix)
	if s.err == nil && (!ok || own == nil || own.owner != s.device) {
		s.err = fmt.Errorf("%s: %s: %w", s.op, name, device.ErrForeign)
	}
	if s.err != nil {
		return nil
	}
	return own
}

// apart refuses a destination that shares memory with another operand: a device
// that does not compute at once would give other values.
func (s *step) apart(dst []float32, name string, others ...[]float32) {
	for _, other := range others {
		if overlap(dst, other) {
			s.refuse("%s overlaps another operand", name)
		}
	}
}

func overlap(a, b []float32) bool {
	return len(a) > 0 && len(b) > 0 &&
		uintptr(unsafe.Pointer(&a[0])) <= uintptr(unsafe.Pointer(&b[len(b)-1])) &&
		uintptr(unsafe.Pointer(&b[0])) <= uintptr(unsafe.Pointer(&a[len(a)-1]))
}

// same reports whether two operands begin at one place.
func same(a, b []float32) bool { return len(a) > 0 && len(b) > 0 && &a[0] == &b[0] }
