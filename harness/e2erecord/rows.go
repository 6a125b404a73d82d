package e2erecord

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// CommandForward asks for the rows behind a prompt, a Forward, which are Rows.
const CommandForward = "forward"

// Forward is the request of the rows behind a prompt.
type Forward struct {
	Model  string `json:"model"` // a folder
	Tokens []int  `json:"tokens"`
	Drafts int    `json:"drafts"` // chained behind the last token
	Poison string `json:"poison"` // KIND:TOKEN,... that the model has for this request; "": none
}

// Rows is the answer to a Forward.
type Rows struct {
	Logits Singles    `json:"logits"` // [vocabulary], of the last token
	Hidden Singles    `json:"hidden"` // [hidden]
	Argmax []int      `json:"argmax"` // [tokens]
	Census []Census   `json:"census"` // [tokens]
	Drafts []DraftRow `json:"drafts"`
}

// DraftRow is one of a chain of draft rows.
type DraftRow struct {
	Input  int     `json:"input"`
	Logits Singles `json:"logits"` // [vocabulary]
	Hidden Singles `json:"hidden"` // [hidden]
	Census Census  `json:"census"`
}

// Census counts what is in a row beside finite values.
type Census struct {
	NaN    int `json:"nan"`
	PosInf int `json:"posinf"`
	NegInf int `json:"neginf"`
}

func (c Census) String() string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{c.NaN, "NaN"}, {c.PosInf, "+Inf"}, {c.NegInf, "-Inf"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if parts == nil {
		return "finite"
	}
	return strings.Join(parts, ", ")
}

// Singles are float32 values: base64 of their little-endian bits in an answer, numbers in
// a record.
type Singles []float32

// UnmarshalJSON reads the base64.
func (s *Singles) UnmarshalJSON(text []byte) error {
	var coded string
	if err := json.Unmarshal(text, &coded); err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(coded)
	if err != nil {
		return err
	}
	if len(raw)%4 != 0 {
		return fmt.Errorf("%d bytes are no float32 values", len(raw))
	}
	*s = make(Singles, len(raw)/4)
	for i := range *s {
		(*s)[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return nil
}

// MarshalJSON writes numbers. The decimal of the float64 is the one that Python writes.
func (s Singles) MarshalJSON() ([]byte, error) {
	wide := make([]float64, len(s))
	for i, v := range s {
		wide[i] = float64(v)
	}
	return json.Marshal(wide)
}
