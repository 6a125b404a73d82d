package oracle

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
)

// RNGIn is a generator's seed (decimal, any size, not negative) and the calls
// made on it. A receipt writes the calls beside their results, in out.ops; the
// reader copies them here without the results.
type RNGIn struct {
	Seed string  `json:"seed"`
	Ops  []RNGOp `json:"-"`
}

func (in *RNGIn) check() error {
	n, ok := new(big.Int).SetString(in.Seed, 10)
	if !ok || n.Sign() < 0 || n.String() != in.Seed || n.BitLen() > 4096 {
		return badf("seed %q is no decimal number", in.Seed)
	}
	return nil
}

// RNGOp is one call: "random" (result Float), "integers" over [Lo, Hi) or
// "choice" among len(P) tokens with probabilities P (both: result Int).
type RNGOp struct {
	Op     string
	Lo, Hi int64
	P      F64s
	Float  *F64
	Int    *int64
}

type (
	rngRandom struct {
		Op string `json:"op"`
		R  *F64   `json:"r"`
	}
	rngIntegers struct {
		Op string `json:"op"`
		Lo int64  `json:"lo"`
		Hi int64  `json:"hi"`
		R  *int64 `json:"r"`
	}
	rngChoice struct {
		Op string `json:"op"`
		P  F64s   `json:"p"`
		R  *int64 `json:"r"`
	}
)

func (o *RNGOp) decode(raw []byte) error {
	fields, err := members(raw)
	if err != nil {
		return err
	}
	var op string
	if err := decodeKnown(fields["op"], &op); err != nil {
		return badf("op: %s", err)
	}
	switch op {
	case "random":
		var t rngRandom
		err = decodeKnown(raw, &t)
		*o = RNGOp{Op: op, Float: t.R}
	case "integers":
		var t rngIntegers
		err = decodeKnown(raw, &t)
		*o = RNGOp{Op: op, Lo: t.Lo, Hi: t.Hi, Int: t.R}
	case "choice":
		var t rngChoice
		err = decodeKnown(raw, &t)
		*o = RNGOp{Op: op, P: t.P, Int: t.R}
	default:
		return badf("unknown op %q", op)
	}
	if err != nil {
		return err
	}
	return o.check()
}

func (o *RNGOp) check() error {
	switch {
	case o.Float == nil && o.Int == nil:
		return badf("%s has no result", o.Op)
	case o.Op == "integers" && o.Lo >= o.Hi:
		return badf("integers over [%d, %d)", o.Lo, o.Hi)
	case o.Op == "choice" && len(o.P) == 0:
		return badf("choice among nothing")
	}
	return nil
}

// MarshalJSON writes the call with its result.
func (o RNGOp) MarshalJSON() ([]byte, error) {
	switch o.Op {
	case "random":
		return json.Marshal(rngRandom{o.Op, o.Float})
	case "integers":
		return json.Marshal(rngIntegers{o.Op, o.Lo, o.Hi, o.Int})
	case "choice":
		return json.Marshal(rngChoice{o.Op, o.P, o.Int})
	default:
		return json.Marshal(rngRandom{Op: o.Op}) // comparable, and equal to nothing
	}
}

// question is the call without its result.
func (o RNGOp) question() RNGOp { return RNGOp{Op: o.Op, Lo: o.Lo, Hi: o.Hi, P: o.P} }

// RNGEnd is the generator after the last call: 32 hex digits of PCG64 state and
// the half word it keeps for the next 32-bit draw.
type RNGEnd struct {
	State     string `json:"state"`
	HasUint32 int    `json:"has_uint32"`
	Uinteger  uint32 `json:"uinteger"`
}

func (e *RNGEnd) check() error {
	if e.HasUint32 != 0 && e.HasUint32 != 1 {
		return badf("has_uint32 %d", e.HasUint32)
	}
	return checkWord128(e.State)
}

// RNGOut is the generator after seeding (32 hex digits each), every call with
// its result, and the generator after them.
type RNGOut struct {
	State string  `json:"state"`
	Inc   string  `json:"inc"`
	Ops   []RNGOp `json:"ops"`
	End   RNGEnd  `json:"end"`
}

func (out *RNGOut) check() error {
	if err := checkWord128(out.State); err != nil {
		return err
	}
	return checkWord128(out.Inc)
}

// questions are the calls without their results.
func (out *RNGOut) questions() []RNGOp {
	ops := make([]RNGOp, len(out.Ops))
	for i, op := range out.Ops {
		ops[i] = op.question()
	}
	return ops
}

// Parts are state, inc, ops and end.
func (out *RNGOut) Parts() []Part {
	return []Part{{"state", out.State}, {"inc", out.Inc}, {"ops", out.Ops}, {"end", out.End}}
}

func checkWord128(s string) error {
	if len(s) != 32 {
		return badf("%q is not 32 hex digits", s)
	}
	for _, half := range []string{s[:16], s[16:]} {
		if _, err := parseHex(half, 16); err != nil {
			return err
		}
	}
	return nil
}

// checkSeed refuses what is not a decimal uint64 in its shortest form.
func checkSeed(s string) error {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || strconv.FormatUint(n, 10) != s {
		return badf("seed %q is not a decimal number up to %d", s, uint64(math.MaxUint64))
	}
	return nil
}
