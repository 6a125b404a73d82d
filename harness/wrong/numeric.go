package wrong

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"

	"rowproof/engine/numeric"
	"rowproof/oracle"
)

func (h *hooks) float64s(entry string, in *oracle.Float64sIn) (oracle.Output, error) {
	switch entry {
	case "np.exp":
		return &oracle.Float64sOut{F64: each(in.F64, h.exp64)}, nil
	case "np.sum":
		return &oracle.Sum64Out{R: oracle.F64(h.sum64(in.F64)), CumsumLast: oracle.F64(sequential(in.F64))}, nil
	}
	return nil, unknown(entry)
}

func (h *hooks) float32s(entry string, in *oracle.Float32sIn) (oracle.Output, error) {
	switch entry {
	case "mx.exp":
		return &oracle.Float32sOut{F32: each(in.F32, h.exp32)}, nil
	case "mx.log":
		return &oracle.Float32sOut{F32: each(in.F32, numeric.Log32)}, nil
	case "mx.logsumexp":
		return &oracle.LSE32Out{
			LSE:           oracle.F32s{h.lse32(h.exp32, in.F32)},
			Sum:           oracle.F32s{sequential(in.F32)},
			SoftmaxSHA256: digest(h.softmax32(in.F32)),
		}, nil
	}
	return nil, unknown(entry)
}

func (h *hooks) argPartition(in *oracle.ArgPartitionIn) *oracle.ArgPartitionOut {
	keys := narrow(widen(in.Row))
	for i := range keys {
		keys[i] = -keys[i]
	}
	return &oracle.ArgPartitionOut{Order: h.partition(keys, in.KTh)}
}

func each[S ~[]F, F any](x S, f func(F) F) S {
	out := make(S, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return out
}

func digest(x []float32) string {
	var bits []byte
	for _, v := range x {
		bits = binary.LittleEndian.AppendUint32(bits, math.Float32bits(v))
	}
	sum := sha256.Sum256(bits)
	return hex.EncodeToString(sum[:])
}
