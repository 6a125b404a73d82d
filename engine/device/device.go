// Package device is the seam under the model: matrices, buffers and states that
// live where the arithmetic is done, and steps that work on them. A Step records;
// only its Run waits. A device that computes at once (engine/device/cpu) keeps the
// same contract, so a model is written once for both.
//
// All activations are float32; weights stay in the dtype of their file. Each row
// of an operation is computed on its own, in an order that depends on nothing but
// the shapes of the weights: a token's values are the same bits whether it is
// forwarded alone, in a chunk or in a batch.
package device

import (
	"context"
	"errors"
)

// ErrShape refuses operands that do not fit each other.
var ErrShape = errors.New("operands do not fit")

// ErrToken refuses a token ID outside the embedding table.
var ErrToken = errors.New("token outside the vocabulary")

// ErrForeign refuses a buffer, matrix or snapshot of another device.
var ErrForeign = errors.New("operand of another device")

// DType is the storage type of a matrix.
type DType uint8

// The dtypes that weights may have.
const (
	F32 DType = iota
	BF16
	F16
)

// Size is the number of bytes of one value.
func (d DType) Size() int {
	if d == F32 {
		return 4
	}
	return 2
}

func (d DType) String() string {
	switch d {
	case F32:
		return "float32"
	case BF16:
		return "bfloat16"
	case F16:
		return "float16"
	}
	return "unknown dtype"
}

// Matrix is a weight as it lies in its file: Rows x Cols, row-major, not copied.
type Matrix interface {
	Rows() int
	Cols() int
	DType() DType
}

// Buffer is an array of float32 on the device.
type Buffer interface {
	Len() int
	// Slice is a view of n values from an offset on; it shares the memory. It
	// panics outside the buffer, as slicing does.
	Slice(from, n int) Buffer
}

// Snapshot is a copy of a State's values.
type Snapshot interface{ Len() int }

// State is a buffer that outlives a step. Rollback, capture and checkpoints need
// the same three verbs. They wait for steps that have been run, not for steps
// that are still being recorded.
type State interface {
	Buffer
	Snapshot() (Snapshot, error)
	Restore(s Snapshot) error
	Reset() // all zeros
}

// Device makes operands and steps.
type Device interface {
	Name() string
	// Matrix wraps rows x cols values of a mapped file without a copy; the bytes
	// must stay mapped and unchanged. They are little-endian and need not be aligned.
	Matrix(bytes []byte, dtype DType, rows, cols int) (Matrix, error)
	// Vector copies constants to the device: gains, decays, taps.
	Vector(values []float32) (Buffer, error)
	Buffer(n int) (Buffer, error) // zeros
	State(n int) (State, error)   // zeros
	Begin() Step
	Close() error
}

// Rotary says how heads are normalised and turned.
type Rotary struct {
	Heads       int
	Width       int     // values per head
	Stride      int     // values from one head to the next in the source
	Frequencies Buffer  // inverse frequencies: Len is half the rotated width; pairs are (j, j+Len)
	Position    int     // of the first row
	Epsilon     float32 // of the norm
}

// Attention is the shape of attention over a cache.
type Attention struct {
	Heads, KVHeads, Width int
	Past                  int // cached rows before the first row of this step
}

// Delta is the shape of the gated delta rule.
type Delta struct {
	KeyHeads, ValueHeads, KeyWidth, ValueWidth int
}

// Channels is the width of a row of queries, keys and values side by side.
func (d Delta) Channels() int { return 2*d.KeyHeads*d.KeyWidth + d.ValueHeads*d.ValueWidth }

// StateLen is the number of values of the recurrent state: [ValueHeads, ValueWidth, KeyWidth].
func (d Delta) StateLen() int { return d.ValueHeads * d.ValueWidth * d.KeyWidth }

// Step is a sequence of operations, each of which sees what the ones before it
// wrote. dst is always written, never read first, unless said otherwise, and may
// not overlap a source unless said otherwise. An operation with operands that do
// not fit is not done, nor is any after it: Run returns the first error.
type Step interface {
	// Embed copies one row of the table per token: dst [len(tokens), Cols].
	Embed(dst Buffer, table Matrix, tokens []int)
	// MatMul is dst[r] = w · src[r]: src [rows, Cols], dst [rows, Rows].
	MatMul(dst, src Buffer, w Matrix, rows int)
	// RMSNorm is src * rsqrt(mean(src²)+eps) * gain for each row of the gain's width.
	RMSNorm(dst, src, gain Buffer, rows int, eps float32)
	// NormRotate norms each head of each row with the gain (as wide as a head) and
	// turns its first values by the row's position: dst [rows, Heads, Width].
	NormRotate(dst, src, gain Buffer, shape Rotary, rows int)
	// Attend is causal attention of rows over keys and values [Past+rows, KVHeads, Width],
	// of which the last rows are already in the cache; scale Width^-0.5; query head h
	// reads key head h/(Heads/KVHeads); the result times sigmoid(gate), where gate
	// holds for each row and head Width query values, then Width gate values.
	// queries and dst: [rows, Heads, Width].
	Attend(dst, queries, gate, keys, values Buffer, shape Attention, rows int)
	// Convolve is a depthwise causal convolution over time and then SiLU:
	// src, dst [rows, channels]; taps [channels, kernel], the last tap is the current
	// row; state [kernel-1, channels] holds the rows before and is moved on. captures,
	// unless nil, receives the state after each row: [rows, kernel-1, channels].
	Convolve(dst, src, taps Buffer, state State, captures Buffer, rows int)
	// DeltaRule is the gated delta rule: mixed [rows, Channels] (queries, keys, values),
	// a, b [rows, ValueHeads]; aLog, dtBias [ValueHeads]; dst [rows, ValueHeads, ValueWidth];
	// state [StateLen] is moved on; captures, unless nil, receives it after each row.
	//
	//	q = rms(q)/KeyWidth, k = rms(k)/sqrt(KeyWidth)  (per head, eps 1e-6, no gain)
	//	S *= exp(-exp(aLog) softplus(a+dtBias)); S += (v - S k) sigmoid(b) kᵀ; y = S q
	DeltaRule(dst, mixed, a, b, aLog, dtBias Buffer, state State, captures Buffer, shape Delta, rows int)
	// GatedNorm is RMSNorm over each of rows*heads groups of the gain's width, times SiLU(gate).
	GatedNorm(dst, src, gate, gain Buffer, groups int, eps float32)
	// SiLUMul is SiLU(gate) * up for n values; dst may be gate or up.
	SiLUMul(dst, gate, up Buffer, n int)
	// Add is dst += src for n values.
	Add(dst, src Buffer, n int)
	// Pair writes for each row width values of a, then width values of b.
	Pair(dst, a, b Buffer, rows, width int)
	// Copy copies the first n values.
	Copy(dst, src Buffer, n int)
	// Read asks for values on the host: dst is filled when Run has returned.
	Read(dst []float32, src Buffer)
	// Run does what was recorded and waits for it. The Step cannot be used again.
	Run(ctx context.Context) error
}
