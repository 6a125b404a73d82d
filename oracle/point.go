package oracle

import "encoding/json"

// PointIn is a block of draft tokens, one row per token. Row i scores Block[i].
type PointIn struct {
	Rows    Rows    `json:"rows"`
	Block   []int64 `json:"block"`
	Cfg     Config  `json:"cfg"`
	RNGSeed uint64  `json:"rng_seed"`
}

func (in *PointIn) check() error {
	if len(in.Block) != len(in.Rows) {
		return badf("%d tokens for %d rows", len(in.Block), len(in.Rows))
	}
	for _, token := range in.Block {
		if err := checkIDs("block", in.Rows.Width(), []int64{token}); err != nil {
			return err
		}
	}
	return nil
}

// PointOut is a refusal, or how many tokens of the block were accepted and the
// token that replaces the first rejected one (nil: all were accepted).
type PointOut struct {
	Err        *Err
	Accepted   *int
	Correction *int64
	Next       F64
}

type pointTok struct {
	Accepted   *int   `json:"accepted"`
	Correction *int64 `json:"correction"`
	Next       F64    `json:"next"`
}

func (t *pointTok) check() error {
	if t.Accepted == nil || *t.Accepted < 0 {
		return badf("accepted is null or negative")
	}
	return nil
}

func (out *PointOut) decode(raw []byte) error {
	fields, err := members(raw)
	if err != nil {
		return err
	}
	if _, ok := fields["err"]; ok {
		var t nextErr
		if err := decodeKnown(raw, &t); err != nil {
			return err
		}
		*out = PointOut{Err: t.Err, Next: t.Next}
		return nil
	}
	var t pointTok
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	*out = PointOut{Accepted: t.Accepted, Correction: t.Correction, Next: t.Next}
	return nil
}

// MarshalJSON writes {"accepted","correction","next"} or {"err","next"}. An answer
// that is neither has an accepted of null.
func (out PointOut) MarshalJSON() ([]byte, error) {
	if out.Err != nil {
		return json.Marshal(nextErr{out.Err, out.Next})
	}
	return json.Marshal(pointTok{out.Accepted, out.Correction, out.Next})
}

// Parts is the one call.
func (out *PointOut) Parts() []Part { return []Part{{"call", *out}} }
