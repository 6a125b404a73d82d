package oracle

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"sort"
)

// Err is a refusal as recorded. Kind is the exception's class name; Where and
// the census belong to NonFiniteLogitsError alone.
type Err struct {
	Kind  string `json:"kind"`
	Msg   string `json:"msg"`
	Where string `json:"where,omitempty"`
	NaN   *int   `json:"nan,omitempty"`
	Inf   *int   `json:"inf,omitempty"`
	Vocab *int   `json:"vocab,omitempty"`
}

// The kinds of refusal a receipt may hold.
const (
	KindNonFinite     = "NonFiniteLogitsError"
	KindValue         = "ValueError"
	KindFloatingPoint = "FloatingPointError"
)

// The readers a numerical error names.
const (
	WhereGreedy     = "greedy argmax"
	WhereSoftmax    = "softmax"
	WhereSparse     = "SparseDistribution"
	WhereAcceptance = "acceptance"
)

func (e *Err) check() error {
	switch e.Kind {
	case KindNonFinite:
		if e.Where == "" || e.NaN == nil || e.Inf == nil || e.Vocab == nil {
			return badf("%s needs where, nan, inf and vocab", e.Kind)
		}
		if *e.NaN < 0 || *e.Inf < 0 || *e.Vocab < 0 {
			return badf("negative census")
		}
	case KindValue, KindFloatingPoint:
		if e.Where != "" || e.NaN != nil || e.Inf != nil || e.Vocab != nil {
			return badf("%s has no census", e.Kind)
		}
	default:
		return badf("unknown kind of error %q", e.Kind)
	}
	return nil
}

// NonFinite is the numerical error of a reader with the census of the row it
// read: NaNs, infinities of both signs, width.
func NonFinite(where string, nan, inf, vocab int) *Err {
	return &Err{
		Kind:  KindNonFinite,
		Msg:   fmt.Sprintf("non-finite logits in %s (nan=%d, inf=%d, vocab=%d)", where, nan, inf, vocab),
		Where: where, NaN: &nan, Inf: &inf, Vocab: &vocab,
	}
}

// Dist is a distribution as recorded. Sparse: Vocab, IDs, P. Dense: N values,
// NNZ of them positive, SHA256 over their little-endian bits, and All of them up
// to 65, else TopIDs and TopP of the 24 largest.
type Dist struct {
	Type   string  `json:"type"`
	Vocab  *int    `json:"vocab,omitempty"`
	IDs    []int64 `json:"ids,omitempty"`
	P      *F64s   `json:"p,omitempty"`
	N      *int    `json:"n,omitempty"`
	NNZ    *int    `json:"nnz,omitempty"`
	SHA256 string  `json:"sha256,omitempty"`
	All    *F64s   `json:"all,omitempty"`
	TopIDs []int64 `json:"top_ids,omitempty"`
	TopP   *F64s   `json:"top_p,omitempty"`
}

// How much of a dense distribution is written out.
const (
	denseAll = 65
	denseTop = 24
)

func (d *Dist) check() error {
	switch d.Type {
	case "sparse":
		if d.Vocab == nil || d.IDs == nil || d.P == nil || d.N != nil || d.NNZ != nil || d.SHA256 != "" || d.All != nil || d.TopIDs != nil || d.TopP != nil {
			return badf("a sparse distribution is vocab, ids, p")
		}
		if len(d.IDs) == 0 || len(d.IDs) != len(*d.P) {
			return badf("%d ids, %d probabilities", len(d.IDs), len(*d.P))
		}
	case "dense":
		if d.N == nil || d.NNZ == nil || d.SHA256 == "" || d.Vocab != nil || d.IDs != nil || d.P != nil {
			return badf("a dense distribution is n, nnz, sha256 and values")
		}
		return d.checkDense()
	default:
		return badf("unknown distribution %q", d.Type)
	}
	return nil
}

func (d *Dist) checkDense() error {
	if *d.N < 1 || *d.N > MaxWidth || *d.NNZ < 0 || *d.NNZ > *d.N {
		return badf("n=%d, nnz=%d", *d.N, *d.NNZ)
	}
	if len(d.SHA256) != 64 {
		return badf("sha256 %q is not 64 hex digits", d.SHA256)
	}
	if *d.N <= denseAll {
		if d.All == nil || d.TopIDs != nil || d.TopP != nil || len(*d.All) != *d.N {
			return badf("n=%d needs all %d values", *d.N, *d.N)
		}
		return nil
	}
	if d.All != nil || d.TopP == nil || len(d.TopIDs) != denseTop || len(*d.TopP) != denseTop {
		return badf("n=%d needs the %d largest", *d.N, denseTop)
	}
	return nil
}

// SparseDist is the record of a sparse distribution over vocab tokens.
func SparseDist(vocab int, ids []int64, p []float64) *Dist {
	probs := F64s(p)
	return &Dist{Type: "sparse", Vocab: &vocab, IDs: ids, P: &probs}
}

// DenseDist is the record of a dense distribution: token i has p[i].
func DenseDist(p []float64) *Dist {
	n, nnz := len(p), 0
	bits := make([]byte, 0, 8*n)
	for _, v := range p {
		if v > 0 {
			nnz++
		}
		bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(v))
	}
	sum := sha256.Sum256(bits)
	d := &Dist{Type: "dense", N: &n, NNZ: &nnz, SHA256: hex.EncodeToString(sum[:])}
	if n <= denseAll {
		all := F64s(p)
		d.All = &all
		return d
	}
	// NaN goes last, as in the recorder's sort.
	order := make([]int64, n)
	for i := range order {
		order[i] = int64(i)
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := p[order[a]], p[order[b]]
		return x > y || y != y && x == x
	})
	d.TopIDs = order[:denseTop]
	top := make(F64s, denseTop)
	for i, id := range d.TopIDs {
		top[i] = p[id]
	}
	d.TopP = &top
	return d
}

// Draw is one draw: a token or a refusal, and the double the generator would
// give next.
type Draw struct {
	Tok  *int64 `json:"tok,omitempty"`
	Err  *Err   `json:"err,omitempty"`
	Next *F64   `json:"next,omitempty"`
}

func (d *Draw) check() error {
	if (d.Tok == nil) == (d.Err == nil) {
		return badf("a draw is tok or err")
	}
	if d.Tok != nil && d.Next == nil {
		return badf("a drawn token needs next")
	}
	return nil
}

// TokErr is a token or a refusal: {"tok"} or {"err"}.
type TokErr struct {
	Tok *int64 `json:"tok,omitempty"`
	Err *Err   `json:"err,omitempty"`
}

func (t *TokErr) check() error {
	if (t.Tok == nil) == (t.Err == nil) {
		return badf("tok or err")
	}
	return nil
}
