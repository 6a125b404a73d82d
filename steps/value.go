package steps

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cucumber/godog"

	"rowproof/engine/numeric"
	"rowproof/oracle"
)

// number reads a cell: a decimal, NaN, +Inf or -Inf.
func number(cell string) (float64, error) {
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number: %w", cell, err)
	}
	return v, nil
}

// rowOf stores values as a row of the named format: the nearest, ties to even.
func rowOf(format string, values []float64) (oracle.Row, error) {
	r := oracle.Row{}
	for _, v := range values {
		switch format {
		case "float32":
			r.DType, r.F32 = oracle.F32, append(r.F32, float32(v))
		case "bfloat16":
			r.DType, r.U16 = oracle.BF16, append(r.U16, numeric.F32ToBF16(float32(v)))
		case "float16":
			r.DType, r.U16 = oracle.F16, append(r.U16, numeric.F32ToF16(float32(v)))
		default:
			return r, fmt.Errorf("unknown format %q", format)
		}
	}
	return r, nil
}

// numbers reads every cell of a table.
func numbers(t *godog.Table) ([][]float64, error) {
	var out [][]float64
	for _, line := range t.Rows {
		var values []float64
		for _, cell := range line.Cells {
			v, err := number(cell.Value)
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
		out = append(out, values)
	}
	return out, nil
}

// ids reads a list of token IDs, separated by spaces.
func ids(list string) ([]int64, error) {
	var out []int64
	for _, word := range strings.Fields(list) {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no token: %w", word, err)
		}
		out = append(out, id)
	}
	return out, nil
}

// weights reads a table of tokens and their mass, under a heading.
func weights(t *godog.Table) (tokens []int64, mass []float64, err error) {
	for _, line := range t.Rows[1:] {
		if len(line.Cells) != 2 {
			return nil, nil, fmt.Errorf("%d cells, not a token and its mass", len(line.Cells))
		}
		id, err := strconv.ParseInt(line.Cells[0].Value, 10, 64)
		if err != nil {
			return nil, nil, fmt.Errorf("%q is no token: %w", line.Cells[0].Value, err)
		}
		p, err := number(line.Cells[1].Value)
		if err != nil {
			return nil, nil, err
		}
		tokens, mass = append(tokens, id), append(mass, p)
	}
	return tokens, mass, nil
}
