package oracle

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/x448/float16"
)

// DType names the number format of a row.
type DType string

// The three formats the oracle's rows come in.
const (
	F32  DType = "f32"
	BF16 DType = "bf16"
	F16  DType = "f16"
)

// size is the width of one value in bytes, 0 for an unknown format.
func (d DType) size() int {
	switch d {
	case F32:
		return 4
	case BF16, F16:
		return 2
	default:
		return 0
	}
}

// MaxWidth is the widest row a receipt may hold. It is checked before anything
// is allocated: a recipe of forty bytes could otherwise ask for terabytes.
const MaxWidth = 4 << 20

// MaxValues is how many logits the rows of one file may hold together: recipes make
// small files large in memory.
const MaxValues = 64 << 20

// hexWidth is the widest row that is written in hex; wider ones are base64.
const hexWidth = 16

// Row is one row of logits, bits as recorded: F32 for DType f32, U16 (the raw
// bits) for bf16 and f16. Recipe is how a wide row was written down; it is kept
// so that the case marshals to what was read.
type Row struct {
	DType  DType
	F32    []float32
	U16    []uint16
	Recipe *Recipe
}

// Rows are rows of one width and format.
type Rows []Row

// Recipe says how the values of a wide row are made: Threefry words of Key,
// word i giving float32(int32(word>>12) - 2^19) / 2^16, rounded to the row's
// format. SHA256 is over the little-endian bits of the result.
type Recipe struct {
	Name   string    // "threefry-20bit"
	Key    [2]uint32 // the two halves of the key
	SHA256 string    // 64 hex digits
}

const threefryRecipe = "threefry-20bit"

// Width is the number of values.
func (r Row) Width() int { return len(r.F32) + len(r.U16) }

// Value is value i, widened to float32 without loss.
func (r Row) Value(i int) float32 {
	switch r.DType {
	case BF16:
		return math.Float32frombits(uint32(r.U16[i]) << 16)
	case F16:
		return float16.Frombits(r.U16[i]).Float32()
	default:
		return r.F32[i]
	}
}

// round gives the value that x becomes when stored in format d: the nearest,
// ties to even.
func (d DType) round(x float32) float32 {
	switch d {
	case BF16:
		if x != x {
			return x
		}
		bits := math.Float32bits(x)
		bits += 0x7fff + bits>>16&1 // carries into infinity by itself
		return math.Float32frombits(bits &^ 0xffff)
	case F16:
		return float16.Fromfloat32(x).Float32()
	default:
		return x
	}
}

// rowText is the JSON form of one row.
type rowText struct {
	DT     DType    `json:"dt"`
	N      int      `json:"n"`
	Hex    *string  `json:"hex,omitempty"`
	B64    *string  `json:"b64,omitempty"`
	Recipe *string  `json:"recipe,omitempty"`
	Key    []uint32 `json:"key,omitempty"`
	SHA256 *string  `json:"sha256,omitempty"`
}

// rowsText is the JSON form of several rows.
type rowsText struct {
	DT   DType    `json:"dt"`
	Rows int      `json:"rows"`
	N    int      `json:"n"`
	Hex  []string `json:"hex,omitempty"`
	B64  *string  `json:"b64,omitempty"`
}

func checkShape(dt DType, n int) error {
	if dt.size() == 0 {
		return badf("unknown dtype %q", dt)
	}
	if n < 1 || n > MaxWidth {
		return badf("width %d outside 1..%d", n, MaxWidth)
	}
	return nil
}

func (r *Row) decode(raw []byte) error {
	var t rowText
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	if err := checkShape(t.DT, t.N); err != nil {
		return err
	}
	isRecipe := t.Recipe != nil && t.Key != nil && t.SHA256 != nil
	noRecipe := t.Recipe == nil && t.Key == nil && t.SHA256 == nil
	switch {
	case isRecipe && t.Hex == nil && t.B64 == nil:
		return r.cook(t)
	case noRecipe && t.Hex != nil && t.B64 == nil && t.N <= hexWidth:
		return r.fromHex(t.DT, t.N, *t.Hex)
	case noRecipe && t.Hex == nil && t.B64 != nil && t.N > hexWidth:
		bits, err := base64.StdEncoding.Strict().DecodeString(*t.B64)
		if err != nil {
			return badf("b64: %s", err)
		}
		return r.fromBytes(t.DT, t.N, bits)
	default:
		return badf("a row of width %d is hex up to %d, else b64, or a recipe with key and sha256", t.N, hexWidth)
	}
}

func (r *Row) fromHex(dt DType, n int, text string) error {
	words := fields(text)
	if len(words) != n {
		return badf("hex holds %d values, n says %d", len(words), n)
	}
	r.alloc(dt, n)
	for i, word := range words {
		bits, err := parseHex(word, 2*dt.size())
		if err != nil {
			return err
		}
		r.set(i, uint32(bits))
	}
	return nil
}

func (r *Row) fromBytes(dt DType, n int, bits []byte) error {
	if len(bits) != n*dt.size() {
		return badf("b64 holds %d bytes, %d %s need %d", len(bits), n, dt, n*dt.size())
	}
	r.alloc(dt, n)
	for i := range n {
		if dt == F32 {
			r.set(i, binary.LittleEndian.Uint32(bits[4*i:]))
		} else {
			r.set(i, uint32(binary.LittleEndian.Uint16(bits[2*i:])))
		}
	}
	return nil
}

func (r *Row) alloc(dt DType, n int) {
	*r = Row{DType: dt}
	if dt == F32 {
		r.F32 = make([]float32, n)
	} else {
		r.U16 = make([]uint16, n)
	}
}

func (r *Row) set(i int, bits uint32) {
	if r.DType == F32 {
		r.F32[i] = math.Float32frombits(bits)
	} else {
		r.U16[i] = uint16(bits)
	}
}

func (r Row) bits(i int) uint32 {
	if r.DType == F32 {
		return math.Float32bits(r.F32[i])
	}
	return uint32(r.U16[i])
}

// cook makes a row from its recipe and holds it against its digest.
func (r *Row) cook(t rowText) error {
	if *t.Recipe != threefryRecipe {
		return badf("unknown recipe %q", *t.Recipe)
	}
	if len(t.Key) != 2 {
		return badf("key has %d words", len(t.Key))
	}
	if t.N%2 != 0 {
		return badf("recipe %s makes even widths only, not %d", threefryRecipe, t.N)
	}
	if _, err := hex.DecodeString(*t.SHA256); err != nil || len(*t.SHA256) != 64 {
		return badf("sha256 %q is not 64 hex digits", *t.SHA256)
	}
	r.alloc(t.DT, t.N)
	for i := range t.N / 2 {
		a, b := threefry(t.Key[0], t.Key[1], uint32(i), uint32(i+t.N/2))
		r.set(i, t.DT.narrow(twentyBit(a)))
		r.set(i+t.N/2, t.DT.narrow(twentyBit(b)))
	}
	if sum := sha256.Sum256(r.bytes()); hex.EncodeToString(sum[:]) != *t.SHA256 {
		return fmt.Errorf("%w: recipe gives %x, receipt says %s", ErrDigest, sum, *t.SHA256)
	}
	r.Recipe = &Recipe{Name: *t.Recipe, Key: [2]uint32{t.Key[0], t.Key[1]}, SHA256: *t.SHA256}
	return nil
}

func twentyBit(word uint32) float32 { return float32(int32(word>>12)-1<<19) / 65536 }

// narrow gives the bits of finite x in format d, nearest, ties to even.
func (d DType) narrow(x float32) uint32 {
	switch d {
	case BF16:
		return math.Float32bits(d.round(x)) >> 16
	case F16:
		return uint32(float16.Fromfloat32(x).Bits())
	default:
		return math.Float32bits(x)
	}
}

// bytes are the little-endian bits of the row.
func (r Row) bytes() []byte {
	out := make([]byte, 0, r.Width()*r.DType.size())
	for i := range r.Width() {
		if r.DType == F32 {
			out = binary.LittleEndian.AppendUint32(out, r.bits(i))
		} else {
			out = binary.LittleEndian.AppendUint16(out, uint16(r.bits(i)))
		}
	}
	return out
}

func (r Row) hex() string {
	words := make([]string, r.Width())
	for i := range words {
		words[i] = pad(strconv.FormatUint(uint64(r.bits(i)), 16), 2*r.DType.size())
	}
	return strings.Join(words, " ")
}

// MarshalJSON writes the row as the recorder does: hex up to 16 values, else
// base64, or the recipe it came from.
func (r Row) MarshalJSON() ([]byte, error) {
	t := rowText{DT: r.DType, N: r.Width()}
	switch {
	case r.Recipe != nil:
		t.Recipe, t.Key, t.SHA256 = &r.Recipe.Name, r.Recipe.Key[:], &r.Recipe.SHA256
	case r.Width() <= hexWidth:
		text := r.hex()
		t.Hex = &text
	default:
		text := base64.StdEncoding.EncodeToString(r.bytes())
		t.B64 = &text
	}
	return json.Marshal(t)
}

// UnmarshalJSON reads the strict form.
func (r *Row) UnmarshalJSON(raw []byte) error { return r.decode(raw) }

func (r *Rows) decode(raw []byte) error {
	var t rowsText
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	if err := checkShape(t.DT, t.N); err != nil {
		return err
	}
	if t.Rows < 1 || t.Rows > MaxWidth/t.N {
		return badf("%d rows of width %d: at least 1, and at most %d values", t.Rows, t.N, MaxWidth)
	}
	switch {
	case t.Hex != nil && t.B64 == nil && t.N <= hexWidth:
		return r.fromHex(t)
	case t.Hex == nil && t.B64 != nil && t.N > hexWidth:
		return r.fromB64(t)
	default:
		return badf("rows of width %d are hex up to %d, else b64", t.N, hexWidth)
	}
}

func (r *Rows) fromHex(t rowsText) error {
	if len(t.Hex) != t.Rows {
		return badf("hex holds %d rows, rows says %d", len(t.Hex), t.Rows)
	}
	*r = make(Rows, t.Rows)
	for i, text := range t.Hex {
		if err := (*r)[i].fromHex(t.DT, t.N, text); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return nil
}

func (r *Rows) fromB64(t rowsText) error {
	bits, err := base64.StdEncoding.Strict().DecodeString(*t.B64)
	if err != nil {
		return badf("b64: %s", err)
	}
	size := t.N * t.DT.size()
	if len(bits) != t.Rows*size {
		return badf("b64 holds %d bytes, %d x %d %s need %d", len(bits), t.Rows, t.N, t.DT, t.Rows*size)
	}
	*r = make(Rows, t.Rows)
	for i := range *r {
		if err := (*r)[i].fromBytes(t.DT, t.N, bits[i*size:(i+1)*size]); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return nil
}

// Width is the width of every row.
func (r Rows) Width() int {
	if len(r) == 0 {
		return 0
	}
	return r[0].Width()
}

// MarshalJSON writes the rows as the recorder does.
func (r Rows) MarshalJSON() ([]byte, error) {
	t := rowsText{Rows: len(r), N: r.Width()}
	if len(r) > 0 {
		t.DT = r[0].DType
	}
	if t.N <= hexWidth {
		for _, row := range r {
			t.Hex = append(t.Hex, row.hex())
		}
		return json.Marshal(t)
	}
	var all []byte
	for _, row := range r {
		all = append(all, row.bytes()...)
	}
	text := base64.StdEncoding.EncodeToString(all)
	t.B64 = &text
	return json.Marshal(t)
}

// UnmarshalJSON reads the strict form.
func (r *Rows) UnmarshalJSON(raw []byte) error { return r.decode(raw) }
