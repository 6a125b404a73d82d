package inprocess

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"

	"rowproof/engine/numeric"
	"rowproof/oracle"
)

func float64s(entry string, in *oracle.Float64sIn) (oracle.Output, error) {
	switch entry {
	case "np.exp":
		out := make(oracle.Raw64, len(in.F64))
		for i, x := range in.F64 {
			out[i] = numeric.Exp64(x)
		}
		return &oracle.Float64sOut{F64: out}, nil
	case "np.sum":
		var last float64
		for _, x := range in.F64 {
			last += x
		}
		return &oracle.Sum64Out{R: oracle.F64(numeric.SumPairwise(in.F64)), CumsumLast: oracle.F64(last)}, nil
	}
	return nil, unknown(entry)
}

func float32s(entry string, in *oracle.Float32sIn) (oracle.Output, error) {
	out := make(oracle.Raw32, len(in.F32))
	switch entry {
	case "mx.exp":
		for i, x := range in.F32 {
			out[i] = numeric.Exp32(x)
		}
	case "mx.log":
		for i, x := range in.F32 {
			out[i] = numeric.Log32(x)
		}
	case "mx.logsumexp":
		numeric.Softmax32(out, in.F32)
		var bits []byte
		for _, x := range out {
			bits = binary.LittleEndian.AppendUint32(bits, math.Float32bits(x))
		}
		sum := sha256.Sum256(bits)
		return &oracle.LSE32Out{
			LSE:           oracle.F32s{numeric.LogSumExp32(in.F32)},
			Sum:           oracle.F32s{numeric.Sum32(in.F32)},
			SoftmaxSHA256: hex.EncodeToString(sum[:]),
		}, nil
	default:
		return nil, unknown(entry)
	}
	return &oracle.Float32sOut{F32: out}, nil
}

func argPartition(in *oracle.ArgPartitionIn) (oracle.Output, error) {
	keys := wide(in.Row)
	for i := range keys {
		keys[i] = -keys[i]
	}
	return &oracle.ArgPartitionOut{Order: numeric.ArgPartition(keys, in.KTh)}, nil
}
