package modelmake

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"rowproof/engine/safetensors"
)

func putF32(b []byte, v float32) { binary.LittleEndian.PutUint32(b, math.Float32bits(v)) }

func put16(b []byte, bits uint16) { binary.LittleEndian.PutUint16(b, bits) }

// encode stores a tensor in the dtype of the model.
func (w *weight) encode(d dtype) safetensors.Tensor {
	if w.wide {
		d = dtypes["float32"]
	}
	data := make([]byte, d.size*len(w.values))
	for i, v := range w.values {
		d.put(data[d.size*i:], v)
	}
	return safetensors.Tensor{Name: w.name, DType: d.name, Shape: w.shape, Data: data}
}

// order sorts tensors as they are written: wide elements first, which aligns all of
// them, then by name.
func order(tensors []safetensors.Tensor) {
	slices.SortFunc(tensors, func(a, b safetensors.Tensor) int {
		aWide, bWide := a.DType == "F32", b.DType == "F32"
		switch {
		case aWide && !bWide:
			return -1
		case bWide && !aWide:
			return 1
		}
		return cmp.Compare(a.Name, b.Name)
	})
}
