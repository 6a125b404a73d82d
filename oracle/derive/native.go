package derive

import (
	"strings"

	"rowproof/oracle"
)

// readers is how each reader of the oracle took one row. Lazy is null where it
// is not asked (temperature 0); -1 is its way of saying that a row is bad.
type readers struct {
	Ordinary       oracle.TokErr `json:"ordinary"`
	Lazy           *int64        `json:"lazy"`
	Argmax7577     int64         `json:"argmax_7577"`
	Argmax13295    int64         `json:"argmax_13295"`
	Argmax15371    int64         `json:"argmax_15371"`
	ArgmaxBatched  int64         `json:"argmax_batched"`
	DraftUnchecked *int64        `json:"draft_unchecked"`
}

func asTaken(out *oracle.NativeOut) readers {
	r := readers{
		Ordinary:      oracle.TokErr{Tok: out.Ordinary.Tok, Err: out.Ordinary.Err},
		Lazy:          out.Lazy,
		Argmax7577:    out.Argmax7577.Tok,
		Argmax13295:   out.Argmax13295.Tok,
		Argmax15371:   out.Argmax15371.Tok,
		ArgmaxBatched: out.ArgmaxBatched.Tok,
	}
	if out.DraftUnchecked != nil {
		r.DraftUnchecked = &out.DraftUnchecked.Tok
	}
	return r
}

// sideLine is one of the twelve native rows: what the ordinary entry, the lazy
// sampler and the three specialised call sites made of the same row.
type sideLine struct {
	ID          string        `json:"id"`
	Row         string        `json:"row"`
	Temperature float64       `json:"temperature"`
	Ordinary    oracle.TokErr `json:"ordinary"`
	Lazy        *int64        `json:"lazy"`
	Argmax7577  int64         `json:"argmax_7577"`
	Argmax13295 int64         `json:"argmax_13295"`
	Argmax15371 int64         `json:"argmax_15371"`
}

func sideBySide(files []*oracle.File) ([]byte, error) {
	var out []sideLine
	for _, c := range cases(files, oracle.GroupNative) {
		name, base := strings.CutPrefix(c.Kind, "base:")
		if !base {
			continue
		}
		r := asTaken(c.Out.(*oracle.NativeOut))
		temperature := float64(c.In.(*oracle.NativeIn).Cfg.Temperature)
		out = append(out, sideLine{c.ID, name, temperature, r.Ordinary, r.Lazy, r.Argmax7577, r.Argmax13295, r.Argmax15371})
	}
	return lines(out)
}

// brokenLine is one broken row with its census.
type brokenLine struct {
	ID          string     `json:"id"`
	Kind        string     `json:"kind"`
	Row         oracle.Row `json:"row"`
	Temperature float64    `json:"temperature"`
	NaN         int        `json:"nan"`
	Inf         int        `json:"inf"`
	Vocab       int        `json:"vocab"`
	Readers     readers    `json:"readers"`
}

func brokenRows(files []*oracle.File) ([]byte, error) {
	var out []brokenLine
	for _, c := range cases(files, oracle.GroupNative) {
		in := c.In.(*oracle.NativeIn)
		nan, inf, broken := in.Row.Census()
		if !broken {
			continue
		}
		temperature := float64(in.Cfg.Temperature)
		out = append(out, brokenLine{c.ID, c.Kind, in.Row, temperature, nan, inf, in.Row.Width(), asTaken(c.Out.(*oracle.NativeOut))})
	}
	return lines(out)
}
