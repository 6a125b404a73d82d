package oracle

import "encoding/json"

// On the wire between the harness and an engine a request is the receipt's in
// with three changes that spare an engine's author work: rows are hex at any
// width (no base64, no recipe), the calls of an rng case are inside, and the row of a
// DS4 case is written like any other. docs/engine-protocol.md describes it.

// WireInput writes the request of a case as an engine reads it. in is a pointer to an
// In type, as in Case.In.
func WireInput(in any) ([]byte, error) {
	switch in := in.(type) {
	// A field beside an embedded struct hides the one of the same name inside.
	case *OrdinaryIn:
		return json.Marshal(struct {
			*OrdinaryIn
			Row wireRow `json:"row"`
		}{in, wireRow(in.Row)})
	case *BatchIn:
		return json.Marshal(struct {
			*BatchIn
			Rows wireRows `json:"rows"`
		}{in, wireRows(in.Rows)})
	case *NativeIn:
		return json.Marshal(struct {
			*NativeIn
			Row wireRow `json:"row"`
		}{in, wireRow(in.Row)})
	case *GreedyIn:
		return json.Marshal(struct {
			*GreedyIn
			Rows wireRows `json:"rows"`
		}{in, wireRows(in.Rows)})
	case *PointIn:
		return json.Marshal(struct {
			*PointIn
			Rows wireRows `json:"rows"`
		}{in, wireRows(in.Rows)})
	case *CategoricalIn:
		return json.Marshal(struct {
			*CategoricalIn
			Rows wireRows `json:"rows"`
		}{in, wireRows(in.Rows)})
	case *LazyShapeIn:
		return json.Marshal(struct {
			*LazyShapeIn
			Row wireRow `json:"row"`
		}{in, wireRow(in.Row)})
	case *LazySampleIn:
		return json.Marshal(struct {
			*LazySampleIn
			Row wireRow `json:"row"`
		}{in, wireRow(in.Row)})
	case *ArgPartitionIn:
		return json.Marshal(struct {
			*ArgPartitionIn
			Row wireRow `json:"row"`
		}{in, wireRow(in.Row)})
	case *RNGIn:
		return json.Marshal(in.wire())
	case *DS4In:
		return json.Marshal(in.wire())
	default: // no row in it
		return json.Marshal(in)
	}
}

// DecodeWireInput reads what WireInput wrote: the side of an engine. Strict; errors
// wrap ErrFormat.
func DecodeWireInput(group, entry, kind string, raw []byte) (any, error) {
	in, err := decodeWireInput(group, entry, kind, raw)
	if err != nil {
		return nil, &wireError{err}
	}
	return in, nil
}

func decodeWireInput(group, entry, kind string, raw []byte) (any, error) {
	switch c, err := findCall(group, entry, kind); {
	case err != nil:
		return nil, err
	case c.group == GroupRNG:
		return decodeWireRNG(raw)
	case c.group == GroupDS4:
		return decodeWireDS4(raw)
	}
	if err := checkJSON(raw); err != nil {
		return nil, err
	}
	said, err := members(raw)
	if err != nil {
		return nil, err
	}
	for name, rewrite := range map[string]func([]byte) ([]byte, error){"row": receiptRow, "rows": receiptRows} {
		if value, ok := said[name]; ok {
			if said[name], err = rewrite(value); err != nil {
				return nil, at(name, err)
			}
		}
	}
	receipt, err := rejoin(said)
	if err != nil {
		return nil, err
	}
	return DecodeInput(group, entry, kind, receipt)
}

// checkJSON refuses what members and elements must not see.
func checkJSON(raw []byte) error {
	if !json.Valid(raw) {
		return badf("no JSON: %s", reason(raw))
	}
	if depth(raw) > maxJSONDepth {
		return badf("nested deeper than %d", maxJSONDepth)
	}
	return nil
}

// rejoin is members the other way round.
func rejoin(said map[string][]byte) ([]byte, error) {
	object := make(map[string]json.RawMessage, len(said))
	for name, value := range said {
		object[name] = value
	}
	return json.Marshal(object)
}
