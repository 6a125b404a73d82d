package oracle

import "math"

// route is the way a row is read; it decides in which arithmetic penalties are
// applied and which reader a refusal names.
type route int

const (
	greedy route = iota // temperature <= 0: the best token, in the row's format
	topK                // the k best candidates, penalised in the row's format
	dense               // the whole row, penalised in float64
)

// route of the ordinary entry. A temperature that is NaN is not <= 0.
func (c Config) route() route {
	switch {
	case c.Temperature <= 0:
		return greedy
	case c.TopK > 0:
		return topK
	default:
		return dense
	}
}

// where names the reader of a refused row.
func (c Config) where() string {
	if c.Temperature <= 0 {
		return WhereGreedy
	}
	return WhereSoftmax
}

// census counts what is wrong with a vector. Infinities of both signs count,
// legal -Inf masks among them.
type census struct {
	nan, inf, width int
	max             float64 // over what is not NaN
}

func count(values []float64) census {
	c := census{width: len(values), max: math.Inf(-1)}
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			c.nan++
			continue
		case math.IsInf(v, 0):
			c.inf++
		}
		c.max = math.Max(c.max, v)
	}
	return c
}

// broken is the law's verdict: any NaN, a +Inf, or nothing but -Inf.
func (c census) broken() bool { return c.nan > 0 || math.IsInf(c.max, 0) }

func (c census) refusal(where string) *Err { return NonFinite(where, c.nan, c.inf, c.width) }

// Census counts what is wrong with a row as it stands, before penalties: NaNs,
// infinities of both signs, and whether the law calls the row broken.
func (r Row) Census() (nan, inf int, broken bool) {
	c := count(r.plain())
	return c.nan, c.inf, c.broken()
}

// plain are the values of a row that is read without penalties.
func (r Row) plain() []float64 {
	out := make([]float64, r.Width())
	for i := range out {
		out[i] = float64(r.Value(i))
	}
	return out
}

// asRead are the values of the row after the penalties of its route. The dense
// route subtracts in float64. The others round each amount to float32, then to
// the row's format, and the sum to the row's format: a float16 row can overflow
// there and stay finite on the dense route.
func (in *OrdinaryIn) asRead() []float64 {
	values := in.Row.plain()
	subtract := func(id int64, amount float64) { values[id] -= amount }
	if in.Cfg.route() != dense {
		dt := in.Row.DType
		subtract = func(id int64, amount float64) {
			delta := dt.round(-float32(amount))
			values[id] = float64(dt.round(float32(values[id]) + delta))
		}
	}
	presence, frequency := clamp(in.Cfg.PresencePenalty), clamp(in.Cfg.FrequencyPenalty)
	if presence != 0 || frequency != 0 {
		for _, c := range in.TokenCounts {
			subtract(c.ID, float64(frequency*float64(c.N))+presence)
		}
	}
	for _, b := range in.Overlay {
		subtract(b.ID, float64(b.Value))
	}
	return values
}

// clamp limits a penalty to the range it is defined in; NaN stays NaN.
func clamp(penalty F64) float64 {
	switch {
	case penalty < -2:
		return -2
	case penalty > 2:
		return 2
	default:
		return float64(penalty)
	}
}

// brokenRows are the refusals of all broken rows, in the given order.
func (r Rows) brokenRows(where string) []*Err { return r.refusals(where, true) }

// healthyRows are the refusals that the other rows get if a temperature leaves
// them without mass.
func (r Rows) healthyRows(where string) []*Err { return r.refusals(where, false) }

func (r Rows) refusals(where string, broken bool) []*Err {
	var out []*Err
	for _, row := range r {
		if c := count(row.plain()); c.broken() == broken {
			out = append(out, c.refusal(where))
		}
	}
	return out
}
