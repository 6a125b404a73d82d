package fresh

import "rowproof/oracle"

var ordinaryWidths = []int{1, 2, 4, 20, 64, 65, 257, 20, 64, 65, 257, 20, 64, 4, 65, 257, 64}

// oddWidths are between those of the shared receipts.
var oddWidths = []int{1, 3, 5, 16, 17, 21, 63, 81, 128, 129, 1000}

const wideWidth = 248_320

// ordinary makes 18 cases of each kind and format.
func ordinary(s *stream, slot int) *oracle.Case {
	kinds := oracle.RowKinds()
	kind, format, j := kinds[slot/54], slot/18%3, slot%18
	c := &oracle.Case{Kind: kind, Entry: oracle.EntryOrdinary}
	if kind == "normal" && j == 14 {
		c.In = s.wide(format)
		return c
	}
	n := 4097
	if j < 17 {
		n = ordinaryWidths[(j+slot/54)%len(ordinaryWidths)]
	}
	in := &oracle.OrdinaryIn{Cfg: s.config(temperatures, topPs, topKs), RNGSeed: s.seed31()}
	if t := []oracle.F64{0, 0.6, 1, in.Cfg.Temperature, 0.6, 1}; j < 17 {
		in.Cfg.Temperature = t[j%6]
	}
	if j%6 == 1 || j%6 == 2 {
		in.Cfg.TopP, in.Cfg.TopK = 0.95, 20
	}
	if kind == "all_equal" && j%6 == 4 { // the mass lands on top_p exactly
		n, in.Cfg = pick(s, 2, 4, 64), oracle.Config{Temperature: 1, TopP: 0.5}
	}
	extra := s.oneIn(6)
	if extra && s.oneIn(4) && n < 4097 {
		n = pick(s, oddWidths...)
	}
	in.Row = s.row(kind, n, formats[format])
	s.penalise(in, j%4 == 3, j%6 == 5 || j%12 == 11)
	if extra {
		s.beyondRow(in)
	}
	c.In = in
	return c
}

// wide is a row of a real vocabulary, one per format.
func (s *stream) wide(format int) *oracle.OrdinaryIn {
	key := s.words.Uint64()
	cfg := []oracle.Config{
		{Temperature: 1, TopP: 0.95, TopK: 20},
		{Temperature: 0.6, TopP: 0.95, TopK: 20},
		{Temperature: 1, TopP: 0.9},
	}
	return &oracle.OrdinaryIn{
		Row:     oracle.MakeRecipeRow(formats[format], wideWidth, [2]uint32{uint32(key >> 32), uint32(key)}),
		Cfg:     cfg[s.below(len(cfg))],
		RNGSeed: s.seed31(),
	}
}
