package oracle

import "encoding/json"

// NativeIn is one row for every reader of the oracle: the ordinary entry with
// RNGSeed, the lazy sampler with KeySeed (decimal uint64).
type NativeIn struct {
	Row     Row    `json:"row"`
	Cfg     Config `json:"cfg"`
	RNGSeed uint64 `json:"rng_seed"`
	KeySeed string `json:"key_seed"`
}

func (in *NativeIn) check() error { return checkSeed(in.KeySeed) }

// Site is what an argmax call site gave: a token, or our refusal {"err"}. List
// remembers that the record says [3] and not 3; both mean the same token.
type Site struct {
	Tok  int64
	Err  *Err
	List bool
}

func (s *Site) decode(raw []byte) error {
	e, ok, err := refused(raw)
	if ok || err != nil {
		*s = Site{Err: e}
		return err
	}
	if len(raw) == 0 || raw[0] != '[' {
		*s = Site{}
		return decodeKnown(raw, &s.Tok)
	}
	var list []int64
	if err := decodeKnown(raw, &list); err != nil {
		return err
	}
	if len(list) != 1 {
		return badf("%d tokens for one row", len(list))
	}
	*s = Site{Tok: list[0], List: true}
	return nil
}

// MarshalJSON writes 3, [3] or {"err"}.
func (s Site) MarshalJSON() ([]byte, error) {
	switch {
	case s.Err != nil:
		return json.Marshal(errText{s.Err})
	case s.List:
		return json.Marshal([]int64{s.Tok})
	default:
		return json.Marshal(s.Tok)
	}
}

// tokErr is the site without its form.
func (s *Site) tokErr() *TokErr {
	switch {
	case s == nil:
		return nil
	case s.Err != nil:
		return &TokErr{Err: s.Err}
	default:
		return &TokErr{Tok: &s.Tok}
	}
}

// NativeOrdinary is what the ordinary entry gave: a token with its distribution
// (nil when greedy) or a refusal, and the generator's next double.
type NativeOrdinary struct {
	Tok  *int64
	Dist *Dist
	Err  *Err
	Next F64
}

type nativeTok struct {
	Tok  *int64 `json:"tok"`
	Dist *Dist  `json:"dist"`
	Next F64    `json:"next"`
}

func (t *nativeTok) check() error {
	if t.Tok == nil {
		return badf("tok is null")
	}
	return nil
}

// nextErr is a refusal and the double the generator would give next.
type nextErr struct {
	Err  *Err `json:"err"`
	Next F64  `json:"next"`
}

func (t *nextErr) check() error {
	if t.Err == nil {
		return badf("err is null")
	}
	return nil
}

func (o *NativeOrdinary) decode(raw []byte) error {
	fields, err := members(raw)
	if err != nil {
		return err
	}
	if _, ok := fields["err"]; ok {
		var t nextErr
		if err := decodeKnown(raw, &t); err != nil {
			return err
		}
		*o = NativeOrdinary{Err: t.Err, Next: t.Next}
		return nil
	}
	var t nativeTok
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	*o = NativeOrdinary{Tok: t.Tok, Dist: t.Dist, Next: t.Next}
	return nil
}

// MarshalJSON writes {"tok","dist","next"} or {"err","next"}. An answer that is
// neither has a tok of null: it must be comparable, and be equal to nothing.
func (o NativeOrdinary) MarshalJSON() ([]byte, error) {
	if o.Err != nil {
		return json.Marshal(nextErr{o.Err, o.Next})
	}
	return json.Marshal(nativeTok{o.Tok, o.Dist, o.Next})
}

// NativeOut is what each reader gave. Lazy is nil at temperature 0 (it is not
// asked there) and -1 for a row it calls bad; DraftUnchecked is asked at
// temperature 0 only. The argmax sites carry the lines of generation.py.
// DerivedMetalArgmax was derived from a kernel's source, not observed, and is
// never judged.
type NativeOut struct {
	Ordinary           NativeOrdinary `json:"ordinary"`
	Lazy               *int64         `json:"lazy"`
	Argmax7577         Site           `json:"argmax_7577"`
	Argmax13295        Site           `json:"argmax_13295"`
	Argmax15371        Site           `json:"argmax_15371"`
	ArgmaxBatched      Site           `json:"argmax_batched"`
	DraftUnchecked     *Site          `json:"draft_unchecked"`
	DerivedMetalArgmax *int64         `json:"derived_metal_argmax,omitempty"`
}

// Parts are ordinary, lazy, the argmax sites and draft_unchecked.
func (out *NativeOut) Parts() []Part {
	return []Part{
		{"ordinary", out.Ordinary},
		{"lazy", out.Lazy},
		{"argmax_7577", out.Argmax7577.tokErr()},
		{"argmax_13295", out.Argmax13295.tokErr()},
		{"argmax_15371", out.Argmax15371.tokErr()},
		{"argmax_batched", out.ArgmaxBatched.tokErr()},
		{"draft_unchecked", out.DraftUnchecked.tokErr()},
	}
}
