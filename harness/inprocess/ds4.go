package inprocess

import (
	ds4family "rowproof/engine/family/ds4"
	ds4rng "rowproof/engine/rng/ds4"
	"rowproof/oracle"
)

func ds4(in *oracle.DS4In) (oracle.Output, error) {
	state := ds4rng.State(in.RNGState)
	p := ds4family.Params{Temperature: float32(in.Temperature), TopK: in.TopK, TopP: float32(in.TopP), MinP: float32(in.MinP)}
	out := &oracle.DS4Out{}
	for range 3 {
		token := ds4family.Sample(in.Row, p, &state)
		out.Draws = append(out.Draws, oracle.DS4Draw{Token: token, RNGState: uint64(state)})
	}
	return out, nil
}
