package diagnostic

import (
	"bufio"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rowproof/engine/rng/mlx"
)

// prefixCase is one line of testdata/prefix.jsonl: a call of the original
// (MTPLX 2.12.2 on MLX 0.32.2, CPU) right after seeding MLX's global stream.
// Rows are float32 bits, widened from dtype; floats are float64 bits; ids is
// null where the original returns None.
type prefixCase struct {
	Kinds       string   `json:"kinds"`
	DType       string   `json:"dtype"`
	Rows        []string `json:"rows"`
	Temperature string   `json:"temperature"`
	TopP        string   `json:"top_p"`
	TopK        int      `json:"top_k"`
	Seed        uint64   `json:"seed,string"`
	IDs         []uint32 `json:"ids"`
}

func (c prefixCase) inputs(t *testing.T) ([][]float32, Config) {
	t.Helper()
	hex := func(s string, size int) uint64 {
		bits, err := strconv.ParseUint(s, 16, size)
		if err != nil {
			t.Fatal(err)
		}
		return bits
	}
	var rows [][]float32
	for _, text := range c.Rows {
		var row []float32
		for _, s := range strings.Fields(text) {
			row = append(row, math.Float32frombits(uint32(hex(s, 32))))
		}
		rows = append(rows, row)
	}
	return rows, Config{
		Temperature: math.Float64frombits(hex(c.Temperature, 64)),
		TopP:        math.Float64frombits(hex(c.TopP, 64)),
		TopK:        c.TopK,
	}
}

// globalKey is the key that MLX's global stream, just seeded, hands to the
// first call.
func globalKey(seed uint64) mlx.Key { return mlx.NewKey(seed).Split(2)[1] }

func TestPrefixSampleAsRecorded(t *testing.T) {
	f, err := os.Open("testdata/prefix.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c prefixCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("line %d: %v", cases+1, err)
		}
		cases++
		rows, config := c.inputs(t)
		ids, ok, err := PrefixSample(rows, config, globalKey(c.Seed))
		if err != nil || ok != (c.IDs != nil) {
			t.Errorf("line %d (%s, %+v): ok %v, error %v", cases, c.Kinds, config, ok, err)
		}
		if diff := cmp.Diff(c.IDs, ids); diff != "" {
			t.Errorf("line %d (%s, %+v): ids (-want +got):\n%s", cases, c.Kinds, config, diff)
		}
	}
	if cases != 96 {
		t.Errorf("%d cases in the file, want 96", cases)
	}
}

func TestPrefixSampleErrors(t *testing.T) {
	wide := make([]float32, 64)
	for _, c := range []struct {
		name   string
		rows   [][]float32
		config Config
		want   error
	}{
		{"no rows", nil, Config{Temperature: 1}, ErrRows},
		{"empty row", [][]float32{{}}, Config{Temperature: 1}, ErrRows},
		{"ragged", [][]float32{{1, 2}, {1}}, Config{}, ErrRows},
		{"too many to rank", [][]float32{wide}, Config{1, 0.9, 33}, ErrTopK},
		{"enough without top_p", [][]float32{wide}, Config{1, 1, 33}, nil},
		{"narrow", [][]float32{wide[:32]}, Config{1, 0.9, 33}, nil},
		{"greedy ranks nothing", [][]float32{wide}, Config{0, 0.9, 33}, nil},
	} {
		if _, _, err := PrefixSample(c.rows, c.config, mlx.NewKey(1)); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
	}
}

// The point of keeping it: whatever a row holds, there is an ID and no error.
func TestPrefixSampleIsUnchecked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 3).Draw(t, "rows")
		width := rapid.IntRange(1, 20).Draw(t, "width")
		rows := make([][]float32, count)
		for i := range rows {
			rows[i] = floats(rapid.SliceOfN(rapid.Uint32(), width, width).Draw(t, "row")...)
		}
		config := Config{
			Temperature: rapid.SampledFrom([]float64{0, 0.6, 1, math.NaN()}).Draw(t, "temperature"),
			TopP:        rapid.SampledFrom([]float64{0, 0.5, 0.95, 1}).Draw(t, "top_p"),
			TopK:        rapid.IntRange(-1, 30).Draw(t, "top_k"),
		}
		ids, ok, err := PrefixSample(rows, config, mlx.NewKey(rapid.Uint64().Draw(t, "seed")))
		if err != nil {
			t.Fatal(err)
		}
		off := config.Temperature != 0 && config.TopK <= 0 && config.nucleus()
		if ok == off {
			t.Fatalf("ok %v for %+v", ok, config)
		}
		if off {
			return
		}
		if len(ids) != count {
			t.Fatalf("%d ids for %d rows", len(ids), count)
		}
		for _, id := range ids {
			if int(id) >= width {
				t.Fatalf("id %d in rows of %d", id, width)
			}
		}
	})
}
