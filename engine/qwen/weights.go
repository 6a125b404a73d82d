package qwen

import (
	"fmt"
	"slices"

	"rowproof/engine/device"
	"rowproof/engine/safetensors"
)

// weights hands the tensors of a trunk or a draft head to the device. It remembers
// the first that is missing or does not fit, and gives nil from then on.
type weights struct {
	dev     device.Device
	tensors map[string]safetensors.Tensor
	place   func(name string) string // where a missing tensor should be
	shifted bool                     // gains are stored minus one
	used    []safetensors.Tensor
	taken   map[string]bool
	err     error
}

func (w *weights) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// take finds a tensor of one of the shapes.
func (w *weights) take(name string, shapes ...[]int) (safetensors.Tensor, device.DType, bool) {
	t, ok := w.tensors[name]
	if !ok {
		w.fail(fmt.Errorf("%w: %s: %q is missing", ErrTensor, w.place(name), name))
		return t, 0, false
	}
	if !slices.ContainsFunc(shapes, func(s []int) bool { return slices.Equal(s, t.Shape) }) {
		w.fail(refuseTensor(t, "shape %v, the configuration makes it %v", t.Shape, shapes[0]))
		return t, 0, false
	}
	dtype, ok := dtypeOf(t)
	if !ok {
		w.fail(refuseTensor(t, "dtype %.40s cannot be used", t.DType))
		return t, 0, false
	}
	w.used = append(w.used, t)
	w.taken[name] = true
	return t, dtype, w.err == nil
}

// matrix is a weight where it is mapped.
func (w *weights) matrix(name string, rows, cols int) device.Matrix {
	t, dtype, ok := w.take(name+".weight", []int{rows, cols})
	if !ok {
		return nil
	}
	m, err := w.dev.Matrix(t.Data, dtype, rows, cols)
	if err != nil {
		w.fail(refuseTensor(t, "%v", err))
	}
	return m
}

// vector is constants of n values, in any of the shapes.
func (w *weights) vector(name string, shapes ...[]int) device.Buffer {
	t, dtype, ok := w.take(name, shapes...)
	if !ok {
		return nil
	}
	return w.upload(t, widen(t.Data, dtype))
}

// gain is the gain of a norm as it multiplies. One is added in the dtype of the
// file, as the oracle does.
func (w *weights) gain(name string, n int) device.Buffer {
	t, dtype, ok := w.take(name+".weight", []int{n})
	if !ok {
		return nil
	}
	values := widen(t.Data, dtype)
	if w.shifted {
		for i, v := range values {
			values[i] = round(v+1, dtype)
		}
	}
	return w.upload(t, values)
}

func (w *weights) upload(t safetensors.Tensor, values []float32) device.Buffer {
	b, err := w.dev.Vector(values)
	if err != nil {
		w.fail(refuseTensor(t, "%v", err))
	}
	return b
}
