package oracle

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
)

// Raw64 is a vector of float64 as base64 of its little-endian bits.
type Raw64 []float64

// Raw32 is a vector of float32 as base64 of its little-endian bits.
type Raw32 []float32

func (r *Raw64) decode(raw []byte) error {
	bits, err := unbase64(raw, 8)
	if err != nil {
		return err
	}
	*r = make(Raw64, len(bits)/8)
	for i := range *r {
		(*r)[i] = math.Float64frombits(binary.LittleEndian.Uint64(bits[8*i:]))
	}
	return nil
}

// MarshalJSON writes base64.
func (r Raw64) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 8*len(r))
	for _, v := range r {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(out))
}

func (r *Raw32) decode(raw []byte) error {
	bits, err := unbase64(raw, 4)
	if err != nil {
		return err
	}
	*r = make(Raw32, len(bits)/4)
	for i := range *r {
		(*r)[i] = math.Float32frombits(binary.LittleEndian.Uint32(bits[4*i:]))
	}
	return nil
}

// MarshalJSON writes base64.
func (r Raw32) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 4*len(r))
	for _, v := range r {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(out))
}

func unbase64(raw []byte, size int) ([]byte, error) {
	var text string
	if err := decodeKnown(raw, &text); err != nil {
		return nil, err
	}
	bits, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, badf("base64: %s", err)
	}
	if len(bits) == 0 || len(bits)%size != 0 {
		return nil, badf("%d bytes are no vector of %d-byte values", len(bits), size)
	}
	return bits, nil
}

// Float64sIn is the argument of exp64 and sum64.
type Float64sIn struct {
	F64 Raw64 `json:"f64"`
}

// Float32sIn is the argument of exp32, log32 and lse32.
type Float32sIn struct {
	F32 Raw32 `json:"f32"`
}

// Float64sOut is the result of exp64, element by element.
type Float64sOut struct {
	F64 Raw64 `json:"f64"`
}

// Parts is f64.
func (out *Float64sOut) Parts() []Part { return []Part{{"f64", out.F64}} }

// Float32sOut is the result of exp32 and log32, element by element.
type Float32sOut struct {
	F32 Raw32 `json:"f32"`
}

// Parts is f32.
func (out *Float32sOut) Parts() []Part { return []Part{{"f32", out.F32}} }

// Sum64Out is the pairwise sum and the last element of the running sum.
type Sum64Out struct {
	R          F64 `json:"r"`
	CumsumLast F64 `json:"cumsum_last"`
}

// Parts are r and cumsum_last.
func (out *Sum64Out) Parts() []Part { return []Part{{"r", out.R}, {"cumsum_last", out.CumsumLast}} }

// LSE32Out is the float32 logsumexp and sum, and the sha256 of the
// little-endian bits of the float32 softmax.
type LSE32Out struct {
	LSE           F32s   `json:"lse"`
	Sum           F32s   `json:"sum"`
	SoftmaxSHA256 string `json:"softmax_sha256"`
}

func (out *LSE32Out) check() error {
	if len(out.LSE) != 1 || len(out.Sum) != 1 || len(out.SoftmaxSHA256) != 64 {
		return badf("lse and sum are one value each, the sha256 64 digits")
	}
	return nil
}

// Parts are lse, sum and softmax_sha256.
func (out *LSE32Out) Parts() []Part {
	return []Part{{"lse", out.LSE}, {"sum", out.Sum}, {"softmax_sha256", out.SoftmaxSHA256}}
}

// ArgPartitionIn asks for argpartition of the negated row at KTh.
type ArgPartitionIn struct {
	Row Row `json:"row"`
	KTh int `json:"kth"`
}

func (in *ArgPartitionIn) check() error {
	if in.KTh < 0 || in.KTh >= in.Row.Width() {
		return badf("kth %d outside width %d", in.KTh, in.Row.Width())
	}
	return nil
}

// ArgPartitionOut is the order of all ids.
type ArgPartitionOut struct {
	Order []uint32 `json:"order"`
}

// Parts is order.
func (out *ArgPartitionOut) Parts() []Part { return []Part{{"order", out.Order}} }
