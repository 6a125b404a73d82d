package modelprove

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"rowproof/engine/numeric"
	"rowproof/engine/safetensors"
)

// half is a dtype of 16 bits; float32 holds all its values.
type half struct {
	wide   func(bits uint16) float32
	narrow func(value float32) uint16
}

var halves = map[string]half{
	"BF16": {numeric.BF16ToF32, numeric.F32ToBF16},
	"F16":  {numeric.F16ToF32, numeric.F32ToF16},
}

// widen copies a folder that modelmake, or the builder of the shared models, has made,
// with all weights as float32 of the same values: on the copy the oracle's activations
// are float32, as ours are on either. What is no file at the top of the folder is left
// out, as such a folder has none.
func widen(src, dst string) error {
	entries, err := os.ReadDir(src)
	if err != nil {
		return err
	}
	if err := os.Mkdir(dst, 0o755); err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		from, to := filepath.Join(src, entry.Name()), filepath.Join(dst, entry.Name())
		if strings.HasSuffix(from, ".safetensors") {
			err = widenTensors(from, to)
		} else {
			err = copyFile(from, to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func copyFile(src, dst string) error {
	data, err := os.ReadFile(src)
	if err != nil {
		return err
	}
	return os.WriteFile(dst, data, 0o644)
}

func widenTensors(src, dst string) error {
	from, err := safetensors.Open(src)
	if err != nil {
		return err
	}
	defer from.Close()
	tensors := from.Tensors()
	for i, t := range tensors {
		if h, ok := halves[t.DType]; ok {
			tensors[i].DType, tensors[i].Data = "F32", h.widen(t.Data, shifted(t.Name))
		} else if t.DType != "F32" {
			return fmt.Errorf("%s: %q: cannot be float32: %s", src, t.Name, t.DType)
		}
	}
	to, err := os.Create(dst)
	if err != nil {
		return err
	}
	return errors.Join(safetensors.Write(to, tensors, from.Metadata()), to.Close())
}

// shifted reports whether a tensor is gains that are stored minus one.
func shifted(name string) bool {
	return !strings.Contains(name, "linear_attn.") && strings.Contains(name, "norm")
}

// widen gives the values as float32. Loading adds one to shifted gains in the dtype of
// the file, which rounds, so they become what is then one less than the sum.
func (h half) widen(data []byte, shifted bool) []byte {
	wide := make([]byte, 0, 2*len(data))
	for at := 0; at+2 <= len(data); at += 2 {
		v := h.wide(binary.LittleEndian.Uint16(data[at:]))
		if shifted {
			v = h.wide(h.narrow(v+1)) - 1
		}
		wide = binary.LittleEndian.AppendUint32(wide, math.Float32bits(v))
	}
	return wide
}
