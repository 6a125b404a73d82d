package oracle

import "encoding/json"

// wireRNG is an rng request with its calls inside: a receipt writes them beside their
// results, which an engine must not see.
type wireRNG struct {
	Seed string   `json:"seed"`
	Ops  []wireOp `json:"ops"`
}

func (t *wireRNG) check() error { return (&RNGIn{Seed: t.Seed}).check() }

func (in *RNGIn) wire() wireRNG {
	t := wireRNG{Seed: in.Seed, Ops: make([]wireOp, len(in.Ops))}
	for i, op := range in.Ops {
		t.Ops[i] = wireOp(op)
	}
	return t
}

func decodeWireRNG(raw []byte) (any, error) {
	var t wireRNG
	if err := decodeStrict(raw, &t); err != nil {
		return nil, err
	}
	in := &RNGIn{Seed: t.Seed, Ops: make([]RNGOp, len(t.Ops))}
	for i, op := range t.Ops {
		in.Ops[i] = RNGOp(op)
	}
	return in, nil
}

// wireOp is a call of an rng case without its result.
type wireOp RNGOp

type (
	wireRandom struct {
		Op string `json:"op"`
	}
	wireIntegers struct {
		Op string `json:"op"`
		Lo int64  `json:"lo"`
		Hi int64  `json:"hi"`
	}
	wireChoice struct {
		Op string `json:"op"`
		P  F64s   `json:"p"`
	}
)

func (o wireOp) MarshalJSON() ([]byte, error) {
	switch o.Op {
	case "integers":
		return json.Marshal(wireIntegers{o.Op, o.Lo, o.Hi})
	case "choice":
		return json.Marshal(wireChoice{o.Op, o.P})
	default:
		return json.Marshal(wireRandom{o.Op})
	}
}

func (o *wireOp) decode(raw []byte) error {
	said, err := members(raw)
	if err != nil {
		return err
	}
	var op string
	if err := decodeKnown(said["op"], &op); err != nil {
		return badf("op: %s", err)
	}
	switch op {
	case "random":
		*o = wireOp{Op: op}
		return decodeKnown(raw, &wireRandom{})
	case "integers":
		var t wireIntegers
		err = decodeKnown(raw, &t)
		*o = wireOp{Op: op, Lo: t.Lo, Hi: t.Hi}
	case "choice":
		var t wireChoice
		err = decodeKnown(raw, &t)
		*o = wireOp{Op: op, P: t.P}
	default:
		return badf("unknown op %q", op)
	}
	switch {
	case err != nil:
		return err
	case op == "integers" && o.Lo >= o.Hi:
		return badf("integers over [%d, %d)", o.Lo, o.Hi)
	case op == "choice" && len(o.P) == 0:
		return badf("choice among nothing")
	}
	return nil
}
