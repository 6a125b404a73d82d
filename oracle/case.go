package oracle

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Case is one line of a receipt file: what was asked and what the oracle did.
type Case struct {
	ID       string
	Group    string
	Kind     string   // what sort of case this is; never a reason for its outcome
	Entry    string   // the oracle's function
	RowsKind []string // batched cases: the kind of each row
	In       any      // pointer to the In type of the group and entry
	Out      Output   // the record: pointer to the Out type
	File     string   // where it was read
	Line     int
}

// caseText is a line of the row receipts.
type caseText struct {
	ID       string   `json:"id"`
	Group    string   `json:"group"`
	Kind     string   `json:"kind"`
	RowsKind []string `json:"rows_kind,omitempty"`
	Entry    string   `json:"entry"`
	In       rawValue `json:"in"`
	Out      rawValue `json:"out"`
}

// ds4Text is a line of the DS4 receipts: everything at top level.
type ds4Text struct {
	ID          string    `json:"id"`
	Group       string    `json:"group"`
	RowKind     string    `json:"row_kind"`
	Width       int       `json:"width"`
	Row         Raw32     `json:"row_f32le_b64"`
	Temperature float64   `json:"temperature"`
	TopK        int       `json:"top_k"`
	TopP        float64   `json:"top_p"`
	MinP        float64   `json:"min_p"`
	RNGState    hexState  `json:"rng_state"`
	Draws       []DS4Draw `json:"draws"`
}

// decodeCase reads one line. On an error the id is returned if it was readable.
func decodeCase(raw []byte, group string) (*Case, string, error) {
	if group == GroupDS4 {
		return decodeDS4(raw)
	}
	var t caseText
	if err := decodeStrict(raw, &t); err != nil {
		return nil, peekID(raw), err
	}
	if t.Group != group {
		return nil, t.ID, badf("group %q in a file of group %q", t.Group, group)
	}
	if (t.RowsKind != nil) != (group == GroupBatched) {
		return nil, t.ID, badf("rows_kind belongs to group %s", GroupBatched)
	}
	if err := checkRowsKind(t.RowsKind); err != nil {
		return nil, t.ID, err
	}
	c := &Case{ID: t.ID, Group: t.Group, Kind: t.Kind, Entry: t.Entry, RowsKind: t.RowsKind}
	var err error
	if c.In, err = DecodeInput(t.Group, t.Entry, t.Kind, t.In); err != nil {
		return nil, t.ID, at("in", err)
	}
	if c.Out, err = DecodeOutput(t.Group, t.Entry, t.Kind, t.Out); err != nil {
		return nil, t.ID, at("out", err)
	}
	return c, t.ID, c.check()
}

func decodeDS4(raw []byte) (*Case, string, error) {
	var t ds4Text
	if err := decodeStrict(raw, &t); err != nil {
		return nil, peekID(raw), err
	}
	if t.Group != GroupDS4 {
		return nil, t.ID, badf("group %q in a file of group %q", t.Group, GroupDS4)
	}
	if _, err := findCall(t.Group, EntryDS4, t.RowKind); err != nil {
		return nil, t.ID, err
	}
	request := ds4Request{t.RowKind, t.Width, t.Row, t.Temperature, t.TopK, t.TopP, t.MinP, t.RNGState}
	in, out := request.in(), DS4Out{t.Draws}
	c := &Case{ID: t.ID, Group: t.Group, Kind: t.RowKind, Entry: EntryDS4, In: &in, Out: &out}
	if err := request.check(); err != nil {
		return nil, t.ID, err
	}
	return c, t.ID, out.check()
}

// check holds request and record against each other where the format ties
// them, and hands the calls of an rng case to its request.
func (c *Case) check() error {
	if c.ID == "" || strings.ContainsFunc(c.ID, func(r rune) bool { return r <= ' ' || !strconv.IsPrint(r) }) {
		return badf("id %q is empty, or not printable in one word", c.ID)
	}
	if err := c.possible(); err != nil {
		return err
	}
	switch in := c.In.(type) {
	case *RNGIn:
		in.Ops = c.Out.(*RNGOut).questions()
	case *MixedIn:
		if n := len(c.Out.(*MixedOut).Accept); n != len(in.Tokens) {
			return badf("%d tokens asked, %d answered", len(in.Tokens), n)
		}
	case *BatchIn:
		return c.checkBatch(in, c.Out.(*BatchOut))
	case *GreedyIn:
		out := c.Out.(*GreedyOut)
		if n := len(in.Rows); len(out.Forward.Order) != n || len(out.Reversed.Order) != n {
			return badf("%d rows, orders of %d and %d", n, len(out.Forward.Order), len(out.Reversed.Order))
		}
	}
	return nil
}

func (c *Case) checkBatch(in *BatchIn, out *BatchOut) error {
	if len(c.RowsKind) != len(in.Rows) {
		return badf("%d rows_kind for %d rows", len(c.RowsKind), len(in.Rows))
	}
	if n := len(out.Draws); n != 0 && n != len(in.Rows) {
		return badf("%d rows asked, %d answered", len(in.Rows), n)
	}
	return nil
}

// peekID finds the id of a line that could not be decoded, "" if there is none.
func peekID(raw []byte) string {
	if !json.Valid(raw) {
		return ""
	}
	fields, err := members(raw)
	if err != nil {
		return ""
	}
	var id string
	if decodeKnown(fields["id"], &id) != nil {
		return ""
	}
	return id
}

// DecodeInput reads the request of a case from its JSON. The result is a
// pointer to the In type of the call. Errors wrap ErrFormat or ErrDigest.
func DecodeInput(group, entry, kind string, raw []byte) (any, error) {
	c, err := findCall(group, entry, kind)
	if err != nil {
		return nil, err
	}
	in := c.in()
	if err := decodeStrict(raw, in); err != nil {
		return nil, err
	}
	return in, nil
}

// DecodeOutput reads an outcome of a call from its JSON: a record, or the
// answer of an engine. Errors wrap ErrFormat.
func DecodeOutput(group, entry, kind string, raw []byte) (Output, error) {
	c, err := findCall(group, entry, kind)
	if err != nil {
		return nil, err
	}
	out := c.out()
	if err := decodeStrict(raw, out); err != nil {
		return nil, err
	}
	return out, nil
}

// MarshalJSON writes the case as a line of its file, without File and Line.
func (c *Case) MarshalJSON() ([]byte, error) {
	if in, ok := c.In.(*DS4In); ok {
		r := in.request()
		return json.Marshal(ds4Text{
			c.ID, c.Group, r.RowKind, r.Width, r.Row, r.Temperature, r.TopK, r.TopP, r.MinP, r.RNGState,
			c.Out.(*DS4Out).Draws,
		})
	}
	return json.Marshal(struct {
		ID       string   `json:"id"`
		Group    string   `json:"group"`
		Kind     string   `json:"kind"`
		RowsKind []string `json:"rows_kind,omitempty"`
		Entry    string   `json:"entry"`
		In       any      `json:"in"`
		Out      Output   `json:"out"`
	}{c.ID, c.Group, c.Kind, c.RowsKind, c.Entry, c.In, c.Out})
}

// values counts the logits of the rows of a case.
func (c *Case) values() int {
	switch in := c.In.(type) {
	case *OrdinaryIn:
		return in.Row.Width()
	case *NativeIn:
		return in.Row.Width()
	case *LazyShapeIn:
		return in.Row.Width()
	case *LazySampleIn:
		return in.Row.Width()
	case *ArgPartitionIn:
		return in.Row.Width()
	case *BatchIn:
		return len(in.Rows) * in.Rows.Width()
	case *GreedyIn:
		return len(in.Rows) * in.Rows.Width()
	case *PointIn:
		return len(in.Rows) * in.Rows.Width()
	case *CategoricalIn:
		return len(in.Rows) * in.Rows.Width()
	}
	return 0
}
