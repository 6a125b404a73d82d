package oracle

// wireDS4 is a DS4 request with its row written like any other.
type wireDS4 struct {
	RowKind     string   `json:"row_kind"`
	Width       int      `json:"width"`
	Row         wireRow  `json:"row"`
	Temperature float64  `json:"temperature"`
	TopK        int      `json:"top_k"`
	TopP        float64  `json:"top_p"`
	MinP        float64  `json:"min_p"`
	RNGState    hexState `json:"rng_state"`
}

func (t *wireDS4) check() error {
	if t.Row.DType != F32 || t.Width != Row(t.Row).Width() {
		return badf("width %d, %d values of %s: not that many of %s", t.Width, Row(t.Row).Width(), t.Row.DType, F32)
	}
	return nil
}

func (in *DS4In) wire() wireDS4 {
	return wireDS4{
		in.RowKind, len(in.Row),
		wireRow{DType: F32, F32: in.Row},
		in.Temperature, in.TopK, in.TopP, in.MinP, hexState(in.RNGState),
	}
}

func decodeWireDS4(raw []byte) (any, error) {
	var t wireDS4
	if err := decodeStrict(raw, &t); err != nil {
		return nil, err
	}
	return &DS4In{t.RowKind, t.Row.F32, t.Temperature, t.TopK, t.TopP, t.MinP, uint64(t.RNGState)}, nil
}
