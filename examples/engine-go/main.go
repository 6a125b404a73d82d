// Command engine-go is a small engine behind a pipe that uses nothing of rowproof. It
// answers one group, batched-greedy: the first largest logit of each row, or the refusal
// of a broken one. docs/engine-protocol.md describes what it reads and writes.
package main

import (
	"encoding/json"
	"log"
	"math"
	"os"
	"strconv"
	"strings"
)

type object = map[string]any

// request has what is needed here; names match in any letter case.
type request struct {
	ID      int64
	Command string
	In      struct{ Rows rows }
}

type rows struct {
	DT  string
	Hex []string
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if in.Decode(&r) != nil {
			return // stdin was closed
		}
		if err := out.Encode(r.answer()); err != nil { // ends with a newline
			log.Fatal(err)
		}
	}
}

func (r *request) answer() object {
	switch r.Command {
	case "config":
		return object{"id": r.ID, "name": "example in Go", "version": "1", "commands": []string{"batched-greedy"}}
	case "batched-greedy":
		return object{"id": r.ID, "out": object{"forward": r.In.Rows.read(0, 1), "reversed": r.In.Rows.read(len(r.In.Rows.Hex)-1, -1)}}
	}
	return object{"id": r.ID, "unsupported": "only batched-greedy"}
}

// read reads the rows first, first+step, ... as one batch and one by one. The first
// broken row refuses the whole batch, with its own census.
func (r *rows) read(first, step int) object {
	var order []int
	var single, checked []any
	var batched any
	for row := first; row >= 0 && row < len(r.Hex); row += step {
		verdict := argmax(r.DT, strings.Fields(r.Hex[row]))
		token, ok := verdict["tok"]
		if !ok {
			token = verdict
		}
		if !ok && batched == nil {
			batched = verdict
		}
		order, single, checked = append(order, row), append(single, token), append(checked, verdict)
	}
	if batched == nil {
		batched = single
	}
	return object{"order": order, "batched": batched, "single": single, "checked": checked}
}

// argmax is the first largest logit of a row, or its refusal: no token comes from a row
// with a NaN, or whose largest logit is infinite. The census counts infinities of both
// signs, masks too.
func argmax(dt string, row []string) object {
	best, token, nan, inf := math.Inf(-1), 0, 0, 0
	for i, word := range row {
		v := logit(dt, word)
		if math.IsNaN(v) {
			nan++
		} else if math.IsInf(v, 0) {
			inf++
		}
		if v > best {
			best, token = v, i
		}
	}
	if nan > 0 || math.IsInf(best, 0) {
		return object{"err": object{"kind": "NonFiniteLogitsError", "where": "greedy argmax", "nan": nan, "inf": inf, "vocab": len(row)}}
	}
	return object{"tok": token}
}

// logit is what the bits of one value mean; float32 holds all three formats exactly.
func logit(dt, word string) float64 {
	parsed, err := strconv.ParseUint(word, 16, 32)
	if err != nil {
		log.Fatal(err)
	}
	bits := uint32(parsed)
	switch half := bits>>15<<31 | bits&0x7fff<<13; {
	case dt == "bf16":
		bits <<= 16
	case dt == "f16" && bits>>10&31 == 31:
		bits = half | 0x7f800000
	case dt == "f16":
		return float64(math.Float32frombits(half)) * 0x1p112
	}
	return float64(math.Float32frombits(bits))
}
