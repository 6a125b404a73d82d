package safetensors

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// raw is a file with that header and that many bytes of data: 0, 1, 2, ...
func raw(header string, size int) []byte {
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	file = append(file, header...)
	for i := range size {
		file = append(file, byte(i))
	}
	return file
}

// entryU8 is the header entry of a vector of bytes.
func entryU8(name, shape, offsets string) string {
	return `"` + name + `":{"dtype":"U8","shape":[` + shape + `],"data_offsets":[` + offsets + `]}`
}

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		file     []byte
		tensors  []Tensor
		metadata map[string]string
	}{
		"no tensor":         {file: raw("{}", 0)},
		"spaces at the end": {file: raw("{}      ", 0)},
		"other white space": {file: raw("{}\r\n\t", 0)},
		"metadata only":     {file: raw(`{"__metadata__":{"b":"2","a":""}}`, 0), metadata: map[string]string{"a": "", "b": "2"}},
		"scalar": {
			file:    raw(`{"x":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, 4),
			tensors: []Tensor{{Name: "x", DType: "F32", Shape: []int{}, Data: []byte{0, 1, 2, 3}}},
		},
		"fields and tensors in any order": {
			file: raw(`{"b":{"data_offsets":[0,1],"shape":[1],"dtype":"U8"},`+entryU8("c", "1,2", "2,4")+`,`+entryU8("a", "1", "1,2")+`}`, 4),
			tensors: []Tensor{
				{Name: "a", DType: "U8", Shape: []int{1}, Data: []byte{1}},
				{Name: "b", DType: "U8", Shape: []int{1}, Data: []byte{0}},
				{Name: "c", DType: "U8", Shape: []int{1, 2}, Data: []byte{2, 3}},
			},
		},
		"empty tensors where others meet": {
			file: raw("{"+entryU8("c", "0", "2,2")+","+entryU8("b", "3,0", "1,1")+","+entryU8("a", "1", "0,1")+","+entryU8("d", "1", "1,2")+"}", 2),
			tensors: []Tensor{
				{Name: "a", DType: "U8", Shape: []int{1}, Data: []byte{0}},
				{Name: "b", DType: "U8", Shape: []int{3, 0}, Data: []byte{}},
				{Name: "c", DType: "U8", Shape: []int{0}, Data: []byte{}},
				{Name: "d", DType: "U8", Shape: []int{1}, Data: []byte{1}},
			},
		},
		"half bytes": {
			file:    raw(`{"x":{"dtype":"F4","shape":[2,3],"data_offsets":[0,3]}}`, 3),
			tensors: []Tensor{{Name: "x", DType: "F4", Shape: []int{2, 3}, Data: []byte{0, 1, 2}}},
		},
		"escaped names": {
			file: raw(`{`+entryU8(`\ud83d\ude00`, "0", "0,0")+`,`+entryU8(`\\ud800`, "0", "0,0")+`,`+entryU8(`\u0041\n`, "0", "0,0")+`,`+entryU8("\ufffd", "0", "0,0")+`}`, 0),
			tensors: []Tensor{
				{Name: "A\n", DType: "U8", Shape: []int{0}, Data: []byte{}},
				{Name: `\ud800`, DType: "U8", Shape: []int{0}, Data: []byte{}},
				{Name: "\ufffd", DType: "U8", Shape: []int{0}, Data: []byte{}},
				{Name: "😀", DType: "U8", Shape: []int{0}, Data: []byte{}},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.tensors {
				c.tensors[i].File = "model"
			}
			tensors, metadata, err := parse("model", c.file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(append([]Tensor{}, c.tensors...), tensors); diff != "" {
				t.Error("tensors (-want +got):", diff)
			}
			if !maps.Equal(c.metadata, metadata) {
				t.Errorf("metadata %v, want %v", metadata, c.metadata)
			}
		})
	}
}

// TestParseKnowsEveryDType: those of version 0.8.0 of the reference implementation.
func TestParseKnowsEveryDType(t *testing.T) {
	sizes := map[string]int{ // bytes of 8 elements
		"BOOL": 8, "U8": 8, "I8": 8, "F8_E5M2": 8, "F8_E4M3": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
		"F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "I16": 16, "U16": 16, "F16": 16, "BF16": 16,
		"I32": 32, "U32": 32, "F32": 32, "C64": 64, "F64": 64, "I64": 64, "U64": 64,
	}
	for dtype, size := range sizes {
		file := raw(fmt.Sprintf(`{"x":{"dtype":%q,"shape":[8],"data_offsets":[0,%d]}}`, dtype, size), size)
		if _, _, err := parse("model", file); err != nil {
			t.Error(err)
		}
	}
	if len(sizes) != len(elementBits) {
		t.Errorf("%d dtypes are known, want %d", len(elementBits), len(sizes))
	}
}

// refused are files that no reader may take, by what is wrong with them.
var refused = map[string]struct {
	file   []byte
	tensor string // that the error names
	err    error
}{
	"empty file":             {nil, "", ErrHeader},
	"half a length":          {[]byte{2, 0, 0, 0}, "", ErrHeader},
	"empty header":           {raw("", 0), "", ErrHeader},
	"header beyond the file": {raw("{}", 0)[:9], "", ErrHeader},
	"header of 2^64-1 bytes": {append(bytes.Repeat([]byte{0xff}, 8), "{}"...), "", ErrHeader},
	"header of 2^63 bytes":   {append([]byte{0, 0, 0, 0, 0, 0, 0, 0x80}, "{}"...), "", ErrHeader},

	"white space before":       {raw(" {}", 0), "", ErrHeader},
	"byte order mark":          {raw("\ufeff{}", 0), "", ErrHeader},
	"array":                    {raw("[]", 0), "", ErrHeader},
	"no end":                   {raw("{", 0), "", ErrHeader},
	"no end within a tensor":   {raw(`{"a":{"dtype":"U8"`, 0), "a", ErrHeader},
	"no end within a string":   {raw(`{"a`, 0), "", ErrHeader},
	"comma before the end":     {raw(`{`+entryU8("a", "0", "0,0")+`,}`, 0), "", ErrHeader},
	"no comma":                 {raw(`{`+entryU8("a", "0", "0,0")+entryU8("b", "0", "0,0")+`}`, 0), "", ErrHeader},
	"another object":           {raw("{}{}", 0), "", ErrHeader},
	"zero bytes after":         {raw("{}\x00", 0), "", ErrHeader},
	"key that is no string":    {raw("{1:2}", 0), "", ErrHeader},
	"not UTF-8":                {raw(`{`+entryU8("\xff", "0", "0,0")+`}`, 0), "", ErrHeader},
	"encoded surrogate":        {raw(`{`+entryU8("\xed\xa0\x80", "0", "0,0")+`}`, 0), "", ErrHeader},
	"high surrogate alone":     {raw(`{`+entryU8(`\ud800`, "0", "0,0")+`}`, 0), "", ErrHeader},
	"low surrogate alone":      {raw(`{`+entryU8(`\uDC00`, "0", "0,0")+`}`, 0), "", ErrHeader},
	"high surrogate twice":     {raw(`{`+entryU8(`\ud800\ud800\udc00`, "0", "0,0")+`}`, 0), "", ErrHeader},
	"escape cut short":         {raw(`{"\`, 0), "", ErrHeader},
	"surrogate cut short":      {raw(`{"\ud800\u`, 0), "", ErrHeader},
	"control character":        {raw("{\"a\nb\":1}", 0), "", ErrHeader},
	"name empty":               {raw(`{`+entryU8("", "0", "0,0")+`}`, 0), "", ErrHeader},
	"metadata null":            {raw(`{"__metadata__":null}`, 0), "", ErrHeader},
	"metadata of a number":     {raw(`{"__metadata__":{"a":1}}`, 0), "", ErrHeader},
	"metadata within metadata": {raw(`{"__metadata__":{"a":{}}}`, 0), "", ErrHeader},
	"metadata like a tensor":   {raw(`{`+entryU8("__metadata__", "0", "0,0")+`}`, 0), "", ErrHeader},

	"tensor null":         {raw(`{"a":null}`, 0), "a", ErrHeader},
	"tensor as an array":  {raw(`{"a":["U8",[0],[0,0]]}`, 0), "a", ErrHeader},
	"tensor without data": {raw(`{"a":{"dtype":"U8","shape":[0]}}`, 0), "a", ErrHeader},
	"field in capitals":   {raw(`{"a":{"DType":"U8","shape":[0],"data_offsets":[0,0]}}`, 0), "a", ErrHeader},
	"field not known":     {raw(`{"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0],"strides":[1]}}`, 0), "a", ErrHeader},
	"dtype a number":      {raw(`{"a":{"dtype":8,"shape":[0],"data_offsets":[0,0]}}`, 0), "a", ErrHeader},
	"shape a number":      {raw(`{"a":{"dtype":"U8","shape":0,"data_offsets":[0,0]}}`, 0), "a", ErrHeader},
	"shape within shape":  {raw(`{`+entryU8("a", "[0]", "0,0")+`}`, 0), "a", ErrHeader},
	"deep nesting":        {raw(`{"a":`+strings.Repeat("[", 1<<20), 0), "a", ErrHeader},
	"deep nesting within": {raw(`{"a":{"shape":[`+strings.Repeat(`{"a":`, 1<<20), 0), "a", ErrHeader},
	"65 dimensions":       {raw(`{`+entryU8("a", "0"+strings.Repeat(",0", 64), "0,0")+`}`, 0), "a", ErrHeader},
	"one offset":          {raw(`{`+entryU8("a", "0", "0")+`}`, 0), "a", ErrHeader},
	"three offsets":       {raw(`{`+entryU8("a", "0", "0,0,0")+`}`, 0), "a", ErrHeader},

	"negative dimension":    {raw(`{`+entryU8("a", "-1", "0,1")+`}`, 1), "a", ErrHeader},
	"two negative ones":     {raw(`{`+entryU8("a", "-1,-1", "0,1")+`}`, 1), "a", ErrHeader},
	"negative offset":       {raw(`{`+entryU8("a", "1", "-1,0")+`}`, 1), "a", ErrHeader},
	"minus zero":            {raw(`{`+entryU8("a", "1", "-0,1")+`}`, 1), "a", ErrHeader},
	"fraction":              {raw(`{`+entryU8("a", "1.0", "0,1")+`}`, 1), "a", ErrHeader},
	"exponent":              {raw(`{`+entryU8("a", "1e0", "0,1")+`}`, 1), "a", ErrHeader},
	"leading zero":          {raw(`{`+entryU8("a", "01", "0,1")+`}`, 1), "a", ErrHeader},
	"number as a string":    {raw(`{`+entryU8("a", `"1"`, "0,1")+`}`, 1), "a", ErrHeader},
	"2^63":                  {raw(`{`+entryU8("a", "9223372036854775808", "0,1")+`}`, 1), "a", ErrHeader},
	"2^64":                  {raw(`{`+entryU8("a", "18446744073709551616", "0,1")+`}`, 1), "a", ErrHeader},
	"2^64+1 as the end":     {raw(`{`+entryU8("a", "1", "0,18446744073709551617")+`}`, 1), "a", ErrHeader},
	"number of 1000 digits": {raw(`{`+entryU8("a", strings.Repeat("1", 1000), "0,1")+`}`, 1), "a", ErrHeader},

	"tensor twice":       {raw(`{`+entryU8("a", "1", "0,1")+`,`+entryU8("a", "1", "0,1")+`}`, 1), "a", ErrDuplicate},
	"tensor escaped too": {raw(`{`+entryU8("a", "1", "0,1")+`,`+entryU8(`\u0061`, "1", "1,2")+`}`, 2), "a", ErrDuplicate},
	"field twice":        {raw(`{"a":{"dtype":"U8","dtype":"U8","shape":[0],"data_offsets":[0,0]}}`, 0), "a", ErrDuplicate},
	"metadata twice":     {raw(`{"__metadata__":{},"__metadata__":{}}`, 0), "", ErrDuplicate},
	"metadata key twice": {raw(`{"__metadata__":{"a":"1","a":"1"}}`, 0), "", ErrDuplicate},

	"dtype not known":   {raw(`{"a":{"dtype":"F7","shape":[0],"data_offsets":[0,0]}}`, 0), "a", ErrDType},
	"dtype in small":    {raw(`{"a":{"dtype":"u8","shape":[0],"data_offsets":[0,0]}}`, 0), "a", ErrDType},
	"shape too large":   {raw(`{`+entryU8("a", "3", "0,2")+`}`, 2), "a", ErrShape},
	"shape too small":   {raw(`{`+entryU8("a", "1", "0,2")+`}`, 2), "a", ErrShape},
	"short offsets":     {raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,3]}}`, 3), "a", ErrShape},
	"scalar without":    {raw(`{`+entryU8("a", "", "0,0")+`}`, 0), "a", ErrShape},
	"overflow":          {raw(`{`+entryU8("a", "4294967296,4294967296", "0,0")+`}`, 0), "a", ErrShape},
	"overflow to 1":     {raw(`{"a":{"dtype":"F64","shape":[2305843009213693953],"data_offsets":[0,8]}}`, 8), "a", ErrShape},
	"overflow by zero":  {raw(`{`+entryU8("a", "0,9223372036854775807,9223372036854775807", "0,0")+`}`, 0), "a", ErrShape},
	"half a byte":       {raw(`{"a":{"dtype":"F4","shape":[3],"data_offsets":[0,2]}}`, 2), "a", ErrShape},
	"end before begin":  {raw(`{`+entryU8("a", "1", "1,0")+`}`, 1), "a", ErrOffsets},
	"end past the file": {raw(`{`+entryU8("a", "2", "0,2")+`}`, 1), "a", ErrOffsets},
	"far past the file": {raw(`{`+entryU8("a", "9223372036854775807", "0,9223372036854775807")+`}`, 1), "a", ErrShape},
	"overlap":           {raw(`{`+entryU8("a", "2", "0,2")+`,`+entryU8("b", "2", "1,3")+`}`, 3), "b", ErrOffsets},
	"same bytes":        {raw(`{`+entryU8("a", "2", "0,2")+`,`+entryU8("b", "2", "0,2")+`}`, 2), "b", ErrOffsets},
	"empty one within":  {raw(`{`+entryU8("a", "2", "0,2")+`,`+entryU8("b", "0", "1,1")+`}`, 2), "b", ErrOffsets},
	"hole before":       {raw(`{`+entryU8("a", "1", "1,2")+`}`, 2), "a", ErrOffsets},
	"hole between":      {raw(`{`+entryU8("a", "1", "0,1")+`,`+entryU8("b", "1", "2,3")+`}`, 3), "b", ErrOffsets},
	"hole behind":       {raw(`{`+entryU8("a", "1", "0,1")+`}`, 2), "", ErrOffsets},
	"data of no tensor": {raw(`{}`, 1), "", ErrOffsets},
}

func TestParseRefuses(t *testing.T) {
	for name, c := range refused {
		t.Run(name, func(t *testing.T) {
			tensors, metadata, err := parse("model", c.file)
			if tensors != nil || metadata != nil {
				t.Error("something besides the error")
			}
			var format *FormatError
			if !errors.As(err, &format) || !errors.Is(err, ErrFormat) || !errors.Is(err, c.err) {
				t.Fatalf("%v, want %v", err, c.err)
			}
			if format.File != "model" || format.Tensor != c.tensor {
				t.Errorf("error is of file %q, tensor %q; want tensor %q", format.File, format.Tensor, c.tensor)
			}
			if text := err.Error(); len(text) > 500 || !strings.HasPrefix(text, "model: ") {
				t.Errorf("message of %d bytes: %.600s", len(text), text)
			}
		})
	}
}

// TestParseRefusesEveryTruncation: a download that broke off is never a model.
func TestParseRefusesEveryTruncation(t *testing.T) {
	file := raw(`{"__metadata__":{"k":"v"},`+entryU8("a", "2", "0,2")+`,`+entryU8("b", "3", "2,5")+`}   `, 5)
	if _, _, err := parse("model", file); err != nil {
		t.Fatal(err)
	}
	for n := range file {
		if _, _, err := parse("model", file[:n]); !errors.Is(err, ErrFormat) {
			t.Errorf("first %d of %d bytes: %v", n, len(file), err)
		}
	}
}

func TestParseCutsHostileNamesInMessages(t *testing.T) {
	name := strings.Repeat("n", 1<<20)
	_, _, err := parse("model", raw(`{`+entryU8(name, "1", "0,2")+`}`, 2))
	var format *FormatError
	if !errors.As(err, &format) || format.Tensor != name {
		t.Fatal("the error does not hold the name")
	}
	if len(err.Error()) > 1000 {
		t.Errorf("message of %d bytes", len(err.Error()))
	}
}

// TestParseAllocatesByTheHeaderAlone: numbers in a header cost nothing before
// they are known to be true, and a header costs a small multiple of itself.
func TestParseAllocatesByTheHeaderAlone(t *testing.T) {
	long := strings.Repeat("0,", 1<<20)
	for name, file := range map[string][]byte{
		"numbers":      raw(`{`+entryU8("a", "1099511627776", "0,1099511627776")+`}`, 1),
		"length":       append([]byte{0, 0, 0, 0, 0, 1, 0, 0}, `{}`...),
		"long shape":   raw(`{`+entryU8("a", long+"0", "0,0")+`}`, 0),
		"long offsets": raw(`{`+entryU8("a", "0", long+"0")+`}`, 0),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := parse("model", file)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<16 {
			t.Errorf("%s: %d bytes allocated", name, n)
		}
	}
}

// FuzzOpen: whatever the bytes, the answer is a *FormatError, or tensors that
// cover the data exactly and that Write makes a file of again.
func FuzzOpen(f *testing.F) {
	for _, c := range refused {
		if len(c.file) < 1<<12 {
			f.Add(c.file)
		}
	}
	f.Add(raw("{}  ", 0))
	f.Add(raw(`{"__metadata__":{"k":"v"},`+entryU8("a", "2", "0,2")+`,`+entryU8("b", "1,3", "2,5")+`}`, 5))
	f.Add(raw(`{"\ud83d\ude00":{"dtype":"BF16","shape":[],"data_offsets":[0,2]}}`, 2))
	f.Fuzz(func(t *testing.T, file []byte) {
		tensors, metadata, err := parse("model", file)
		if err != nil {
			var format *FormatError
			if !errors.As(err, &format) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		data := file[prefixSize+binary.LittleEndian.Uint64(file):]
		if !slices.IsSortedFunc(tensors, func(a, b Tensor) int { return strings.Compare(a.Name, b.Name) }) {
			t.Error("tensors are not in the order of their names")
		}
		// By address: appending would hide where the bytes came from.
		covered := make([]bool, len(data))
		for _, tensor := range tensors {
			if len(tensor.Data) == 0 {
				continue
			}
			at := 0
			for at < len(data) && &data[at] != &tensor.Data[0] {
				at++
			}
			if at+len(tensor.Data) > len(data) {
				t.Fatalf("%q reaches out of the data", tensor.Name)
			}
			for i := range tensor.Data {
				if covered[at+i] {
					t.Fatalf("%q shares bytes", tensor.Name)
				}
				covered[at+i] = true
			}
		}
		if slices.Contains(covered, false) {
			t.Error("data of no tensor")
		}
		var again bytes.Buffer
		if err := Write(&again, tensors, metadata); err != nil {
			t.Fatal(err)
		}
		tensors2, metadata2, err := parse("model", again.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tensors, tensors2) + cmp.Diff(metadata, metadata2); diff != "" {
			t.Error("written and read again (-before +after):", diff)
		}
	})
}
