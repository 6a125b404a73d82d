package wrong

import (
	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// draws is how often an ordinary case asks.
const draws = 3

func (h *hooks) ordinary(in *oracle.OrdinaryIn) (oracle.Output, error) {
	g := numpy.New(in.RNGSeed)
	choose, d := h.chooser(in)
	out := &oracle.OrdinaryOut{Dist: d}
	for range draws {
		draw, err := choose(g)
		if err != nil {
			return nil, err
		}
		out.Draws = append(out.Draws, draw)
	}
	return out, nil
}

// chooser reads a row once and returns what every call on it does, and the
// distribution it draws from: nil for an argmax and for a refusal.
func (h *hooks) chooser(in *oracle.OrdinaryIn) (func(*numpy.Generator) (oracle.Draw, error), *oracle.Dist) {
	x, refused := h.read(in)
	var d distribution
	if refused == nil && routeOf(in.Cfg) != byArgmax {
		d, refused = h.distribute(x, in.Cfg)
	}
	switch {
	case refused != nil:
		return func(g *numpy.Generator) (oracle.Draw, error) { return h.refuse(refused, g), nil }, nil
	case routeOf(in.Cfg) == byArgmax:
		return func(g *numpy.Generator) (oracle.Draw, error) { return chosen(h.argmax(x), g), nil }, nil
	}
	return func(g *numpy.Generator) (oracle.Draw, error) { return h.drawn(d, g) }, d.record()
}

// refuse records a refusal in the middle of a stream.
func (h *hooks) refuse(refused *oracle.Err, g *numpy.Generator) oracle.Draw {
	h.refused(g)
	return oracle.Draw{Err: refused, Next: next(g)}
}

// drawn records a draw.
func (h *hooks) drawn(d distribution, g *numpy.Generator) (oracle.Draw, error) {
	token, err := h.draw(d, g)
	return chosen(token, g), err
}

func chosen(token int, g *numpy.Generator) oracle.Draw {
	t := int64(token)
	return oracle.Draw{Tok: &t, Next: next(g)}
}

func next(g *numpy.Generator) *oracle.F64 {
	f := oracle.F64(g.Peek())
	return &f
}
