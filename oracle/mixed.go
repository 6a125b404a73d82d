package oracle

import (
	"encoding/json"
	"fmt"
)

// RawDist is a distribution as an argument: sparse (Vocab, IDs, P; token IDs[i]
// has P[i]) or dense (All; token i has All[i]). Nothing is normalised.
type RawDist struct {
	Type  string  `json:"type"`
	Vocab *int    `json:"vocab,omitempty"`
	IDs   []int64 `json:"ids,omitempty"`
	P     F64s    `json:"p,omitempty"`
	All   F64s    `json:"all,omitempty"`
}

func (d *RawDist) check() error {
	switch {
	case d.Type == "sparse" && d.Vocab != nil && d.IDs != nil && d.P != nil && d.All == nil:
		if *d.Vocab < 1 || *d.Vocab > MaxWidth || len(d.IDs) == 0 || len(d.IDs) != len(d.P) {
			return badf("vocab %d, %d ids, %d probabilities", *d.Vocab, len(d.IDs), len(d.P))
		}
		return checkIDs("ids", *d.Vocab, d.IDs)
	case d.Type == "dense" && d.Vocab == nil && d.IDs == nil && d.P == nil && d.All != nil:
		if len(d.All) == 0 || len(d.All) > MaxWidth {
			return badf("%d values", len(d.All))
		}
		return nil
	default:
		return badf("a distribution is sparse (vocab, ids, p) or dense (all)")
	}
}

// Width is the size of the vocabulary.
func (d *RawDist) Width() int {
	if d.Vocab != nil {
		return *d.Vocab
	}
	return len(d.All)
}

// MixedIn are two distributions of one width and the draft tokens that are
// asked for. The verify calls share one generator.
type MixedIn struct {
	Target  RawDist `json:"target"`
	Draft   RawDist `json:"draft"`
	Tokens  []int64 `json:"tokens"`
	RNGSeed uint64  `json:"rng_seed"`
}

func (in *MixedIn) check() error {
	if in.Target.Width() != in.Draft.Width() {
		return badf("target has width %d, draft %d", in.Target.Width(), in.Draft.Width())
	}
	for _, token := range in.Tokens {
		if err := checkIDs("tokens", in.Target.Width(), []int64{token}); err != nil {
			return err
		}
	}
	return nil
}

// F64OrErr is a number {"v","x"} or a refusal {"err"}.
type F64OrErr struct {
	F64 *F64
	Err *Err
}

// errText is the JSON form of a refusal where a value could stand.
type errText struct {
	Err *Err `json:"err"`
}

func (e *errText) check() error {
	if e.Err == nil {
		return badf("err is null")
	}
	return nil
}

// refused reads raw as {"err"} if it says err at all.
func refused(raw []byte) (*Err, bool, error) {
	if len(raw) == 0 || raw[0] != '{' {
		return nil, false, nil
	}
	fields, err := members(raw)
	if err != nil {
		return nil, false, err
	}
	if _, ok := fields["err"]; !ok {
		return nil, false, nil
	}
	var t errText
	if err := decodeKnown(raw, &t); err != nil {
		return nil, false, err
	}
	return t.Err, true, nil
}

func (f *F64OrErr) decode(raw []byte) error {
	e, ok, err := refused(raw)
	if ok || err != nil {
		*f = F64OrErr{Err: e}
		return err
	}
	f.F64 = new(F64)
	return f.F64.decode(raw)
}

// MarshalJSON writes the number or {"err"}.
func (f F64OrErr) MarshalJSON() ([]byte, error) {
	if f.Err != nil {
		return json.Marshal(errText{f.Err})
	}
	return json.Marshal(f.F64)
}

// ResidualOut is the residual distribution or a refusal. IsTarget says that the
// target itself came back, not a copy.
type ResidualOut struct {
	Err      *Err
	IsTarget bool
	Dist     RawDist
}

type residualText struct {
	IsTarget bool    `json:"is_target"`
	Type     string  `json:"type"`
	Vocab    *int    `json:"vocab,omitempty"`
	IDs      []int64 `json:"ids,omitempty"`
	P        F64s    `json:"p,omitempty"`
	All      F64s    `json:"all,omitempty"`
}

func (t *residualText) dist() RawDist { return RawDist{t.Type, t.Vocab, t.IDs, t.P, t.All} }

func (t *residualText) check() error {
	d := t.dist()
	return d.check()
}

func (r *ResidualOut) decode(raw []byte) error {
	e, ok, err := refused(raw)
	if ok || err != nil {
		*r = ResidualOut{Err: e}
		return err
	}
	var t residualText
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	*r = ResidualOut{IsTarget: t.IsTarget, Dist: t.dist()}
	return nil
}

// MarshalJSON writes {"err"} or the distribution with is_target.
func (r ResidualOut) MarshalJSON() ([]byte, error) {
	if r.Err != nil {
		return json.Marshal(errText{r.Err})
	}
	d := r.Dist
	return json.Marshal(residualText{r.IsTarget, d.Type, d.Vocab, d.IDs, d.P, d.All})
}

// VerifyOut is the decision over one draft token, or a refusal, and the double
// the generator would give next.
type VerifyOut struct {
	Err      *Err   `json:"err,omitempty"`
	Accepted *bool  `json:"accepted,omitempty"`
	Tok      *int64 `json:"tok,omitempty"`
	AcceptP  *F64   `json:"accept_p,omitempty"`
	Next     F64    `json:"next"`
}

func (v *VerifyOut) check() error {
	if v.Err != nil && v.Accepted == nil && v.Tok == nil && v.AcceptP == nil {
		return nil
	}
	if v.Err == nil && v.Accepted != nil && v.Tok != nil && v.AcceptP != nil {
		return nil
	}
	return badf("err, or accepted with tok and accept_p")
}

// MixedOut holds one Accept and one Verify per token of the request, and the
// residual distribution.
type MixedOut struct {
	Accept   []F64OrErr  `json:"accept"`
	Residual ResidualOut `json:"residual"`
	Verify   []VerifyOut `json:"verify"`
}

func (out *MixedOut) check() error {
	if len(out.Accept) != len(out.Verify) {
		return badf("%d accept, %d verify", len(out.Accept), len(out.Verify))
	}
	return nil
}

// Parts are accept[i], residual, verify[i].
func (out *MixedOut) Parts() []Part {
	var parts []Part
	for i, a := range out.Accept {
		parts = append(parts, Part{fmt.Sprintf("accept[%d]", i), a})
	}
	parts = append(parts, Part{"residual", out.Residual})
	for i, v := range out.Verify {
		parts = append(parts, Part{fmt.Sprintf("verify[%d]", i), v})
	}
	return parts
}
