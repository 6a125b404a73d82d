package qwen

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"rowproof/engine/safetensors"
)

// stateVersion changes whenever the code makes other states or rows of the same
// weights, or exports them in another way: states from before are then another model's.
const stateVersion = "qwen 1"

// Identity is the SHA-256 of the fields of Config, of how norm gains are stored, and of
// name, dtype, shape and bytes of every tensor that is used. What only ends or encodes
// a text is no part of it, nor is the device. In which file a tensor lies and with
// which prefix it is named does not matter; but one model has other identities in the
// Hugging Face layout, in the MLX layout and in another dtype, even where its rows are
// the same.
//
// The first call reads all weights, on all cores. It must come before Close.
func (m *Model) Identity() ([sha256.Size]byte, error) {
	m.identified.Do(func() {
		m.identity, m.unidentified = identityOf(m.config, m.used, m.folder.trunkDelta(), m.config.headDelta || headDelta(m.folder.head))
	})
	return m.identity, m.unidentified
}

func identityOf(c Config, used []safetensors.Tensor, trunkShifted, headShifted bool) ([sha256.Size]byte, error) {
	type tensor struct {
		Name, DType string
		Shape       []int
		Sum         string
	}
	record := struct {
		Version                   string
		Config                    Config
		TrunkShifted, HeadShifted bool
		Tensors                   []tensor
	}{stateVersion, c, trunkShifted, headShifted, nil}
	for i, sum := range sums(used) {
		name, _ := canonical(used[i].Name)
		record.Tensors = append(record.Tensors, tensor{name, used[i].DType, used[i].Shape, hex.EncodeToString(sum[:])})
	}
	text, err := json.Marshal(record)
	return sha256.Sum256(text), err
}

// sums are the SHA-256 of tensors, the largest first, so that none is begun last.
func sums(tensors []safetensors.Tensor) [][sha256.Size]byte {
	order := make([]int, len(tensors))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(tensors[b].Data), len(tensors[a].Data)) })
	out := make([][sha256.Size]byte, len(tensors))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(tensors)) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(order)); i = next.Add(1) - 1 {
				out[order[i]] = sha256.Sum256(tensors[order[i]].Data)
			}
		})
	}
	group.Wait()
	return out
}
