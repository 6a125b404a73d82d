package oracle

import "encoding/json"

// Header is the first line of a receipt file. Cases is how many lines must
// follow. The versions are those of the recording; Source, Commit and Libm
// belong to the DS4 receipts, the rest to the row receipts.
type Header struct {
	Schema string
	Group  string
	Cases  int

	Seed         int
	Python       string
	NumPy        string
	MLX          string
	MTPLX        string
	Device       string
	Machine      string
	Libc         []string
	NumPySIMD    []string
	RecordSHA256 string

	Source string
	Commit string
	Libm   string
}

type rowsHeader struct {
	Header       int      `json:"header"`
	Schema       string   `json:"schema"`
	Group        string   `json:"group"`
	Seed         int      `json:"seed"`
	Python       string   `json:"python"`
	NumPy        string   `json:"numpy"`
	MLX          string   `json:"mlx"`
	MTPLX        string   `json:"mtplx"`
	Device       string   `json:"device"`
	Machine      string   `json:"machine"`
	Libc         []string `json:"libc"`
	NumPySIMD    []string `json:"numpy_simd"`
	RecordSHA256 string   `json:"record_sha256"`
	Cases        int      `json:"cases"`
}

type ds4Header struct {
	Header bool   `json:"header"`
	Source string `json:"source"`
	Commit string `json:"commit"`
	Libm   string `json:"libm"`
	Cases  int    `json:"cases"`
	Group  string `json:"group"`
	Schema string `json:"schema"`
}

// ReadHeader reads the first line of a file. Errors wrap ErrFormat.
func ReadHeader(raw []byte) (Header, error) {
	if !json.Valid(raw) {
		return Header{}, badf("header is no JSON: %s", reason(raw))
	}
	said, err := members(raw)
	if err != nil {
		return Header{}, err
	}
	if _, ok := said["header"]; !ok {
		return Header{}, badf("no header line")
	}
	var schema string
	if err := decodeKnown(said["schema"], &schema); err != nil {
		return Header{}, badf("header names no schema")
	}
	switch schema {
	case schemaRows:
		return decodeRowsHeader(raw)
	case schemaDS4:
		return decodeDS4Header(raw)
	default:
		return Header{}, badf("unknown schema %q", schema)
	}
}

func decodeRowsHeader(raw []byte) (Header, error) {
	var t rowsHeader
	if err := decodeStrict(raw, &t); err != nil {
		return Header{}, err
	}
	h := Header{
		Schema: t.Schema, Group: t.Group, Cases: t.Cases, Seed: t.Seed, Python: t.Python, NumPy: t.NumPy,
		MLX: t.MLX, MTPLX: t.MTPLX, Device: t.Device, Machine: t.Machine, Libc: t.Libc, NumPySIMD: t.NumPySIMD,
		RecordSHA256: t.RecordSHA256,
	}
	if t.Header != 1 {
		return Header{}, badf("header %d", t.Header)
	}
	if t.Group == GroupDS4 {
		return Header{}, badf("group %q has schema %q", t.Group, schemaDS4)
	}
	return h, h.check()
}

func decodeDS4Header(raw []byte) (Header, error) {
	var t ds4Header
	if err := decodeStrict(raw, &t); err != nil {
		return Header{}, err
	}
	h := Header{Schema: t.Schema, Group: t.Group, Cases: t.Cases, Source: t.Source, Commit: t.Commit, Libm: t.Libm}
	if !t.Header {
		return Header{}, badf("header false")
	}
	if t.Group != GroupDS4 {
		return Header{}, badf("schema %q is for group %q, not %q", schemaDS4, GroupDS4, t.Group)
	}
	return h, h.check()
}

func (h Header) check() error {
	for _, group := range Groups() {
		if group == h.Group {
			if h.Cases < 1 {
				return badf("header declares %d cases", h.Cases)
			}
			return nil
		}
	}
	return badf("unknown group %q", h.Group)
}

// MarshalJSON writes the header as the first line of its file.
func (h Header) MarshalJSON() ([]byte, error) {
	if h.Schema == schemaDS4 {
		return json.Marshal(ds4Header{true, h.Source, h.Commit, h.Libm, h.Cases, h.Group, h.Schema})
	}
	return json.Marshal(rowsHeader{
		1, h.Schema, h.Group, h.Seed, h.Python, h.NumPy, h.MLX, h.MTPLX, h.Device, h.Machine, h.Libc,
		h.NumPySIMD, h.RecordSHA256, h.Cases,
	})
}
