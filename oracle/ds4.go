package oracle

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// DS4In is one row for the DS4 sampler and the state of its random stream. All
// arithmetic there is float32; the parameters are recorded as plain decimals.
type DS4In struct {
	RowKind     string
	Row         []float32
	Temperature float64
	TopK        int
	TopP        float64
	MinP        float64
	RNGState    uint64
}

// DS4Draw is one token and the state of the stream after it.
type DS4Draw struct {
	Token    int
	RNGState uint64
}

// DS4Out are three draws in a row.
type DS4Out struct {
	Draws []DS4Draw `json:"draws"`
}

// hexState is a uint64 as 16 hex digits.
type hexState uint64

func (h *hexState) decode(raw []byte) error {
	var text string
	if err := decodeKnown(raw, &text); err != nil {
		return err
	}
	bits, err := parseHex(text, 16)
	*h = hexState(bits)
	return err
}

func (h hexState) MarshalJSON() ([]byte, error) {
	return json.Marshal(pad(strconv.FormatUint(uint64(h), 16), 16))
}

type ds4DrawText struct {
	Token    int      `json:"token"`
	RNGState hexState `json:"rng_state"`
}

func (d *DS4Draw) decode(raw []byte) error {
	var t ds4DrawText
	err := decodeKnown(raw, &t)
	*d = DS4Draw{t.Token, uint64(t.RNGState)}
	return err
}

// MarshalJSON writes {"token","rng_state"}.
func (d DS4Draw) MarshalJSON() ([]byte, error) {
	return json.Marshal(ds4DrawText{d.Token, hexState(d.RNGState)})
}

// ds4Request are the fields of a line that ask; ds4Draws those that answer.
type ds4Request struct {
	RowKind     string   `json:"row_kind"`
	Width       int      `json:"width"`
	Row         Raw32    `json:"row_f32le_b64"`
	Temperature float64  `json:"temperature"`
	TopK        int      `json:"top_k"`
	TopP        float64  `json:"top_p"`
	MinP        float64  `json:"min_p"`
	RNGState    hexState `json:"rng_state"`
}

func (r *ds4Request) check() error {
	if r.Width != len(r.Row) || r.Width > MaxWidth {
		return badf("width %d, %d values", r.Width, len(r.Row))
	}
	return nil
}

func (in *DS4In) decode(raw []byte) error {
	var t ds4Request
	err := decodeKnown(raw, &t)
	*in = t.in()
	return err
}

func (r *ds4Request) in() DS4In {
	return DS4In{r.RowKind, r.Row, r.Temperature, r.TopK, r.TopP, r.MinP, uint64(r.RNGState)}
}

func (in *DS4In) request() ds4Request {
	return ds4Request{in.RowKind, len(in.Row), in.Row, in.Temperature, in.TopK, in.TopP, in.MinP, hexState(in.RNGState)}
}

// MarshalJSON writes the fields of a line that ask.
func (in DS4In) MarshalJSON() ([]byte, error) { return json.Marshal(in.request()) }

func (out *DS4Out) check() error {
	if len(out.Draws) != ordinaryDraws {
		return badf("%d draws, not %d", len(out.Draws), ordinaryDraws)
	}
	return nil
}

// Parts are draw[0..2].
func (out *DS4Out) Parts() []Part {
	var parts []Part
	for i, d := range out.Draws {
		parts = append(parts, Part{fmt.Sprintf("draw[%d]", i), d})
	}
	return parts
}
