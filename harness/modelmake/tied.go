package modelmake

import "math"

// A tied model looks for the embedding of a token in the stream, and would find that of
// the token which the stream began with. So its embeddings have two parts. The own code
// of a token is what is looked for: the final norms leave nothing else. Before it in the
// stream lies the code of the successor, which the first MLP adds to the own one, and
// outweighs it.
//
//	channel 0                 opener, for every token
//	codes channels, ahead     code of the successor
//	codes channels, own       code of the token
const (
	opener = 1
	opened = 8   // of a gate: beyond 6 silu leaves a value as it is
	copied = 0.7 // of a copying unit: with the gate, about 4 times the own code
)

const ahead = 1

// codes is the number of channels of a code. With few of them codes are too alike, and
// the model walks other ways than along the cycle.
func (o Options) codes() int { return min((o.Hidden-reserved-ahead)/2, o.Intermediate) }

func (o Options) own() int { return ahead + o.codes() }

// source is the channel of an embedding that the draft head sees in a channel.
func (o Options) source(channel int) int {
	if o.Tied && channel >= o.own() && channel < o.own()+o.codes() {
		return channel - o.codes()
	}
	return channel
}

// tie makes a tied model prefer the successor of each token.
func (w *weights) tie(next []int) {
	codes, own := w.o.codes(), w.o.own()
	embedding := w.byName[embeddingName]
	for token, successor := range next {
		row := embedding.row(token)
		row[0] = opener
		copy(row[ahead:own], embedding.row(successor)[own:own+codes])
	}
	first := layerPrefix(0)
	clear(w.byName[first+"linear_attn.out_proj.weight"].row(0)) // the opener is the same at every position
	gate, up, down := w.byName[first+"mlp.gate_proj.weight"], w.byName[first+"mlp.up_proj.weight"], w.byName[first+"mlp.down_proj.weight"]
	for unit := range codes {
		clear(gate.row(unit))
		clear(up.row(unit))
		for row := range w.o.Hidden {
			down.row(row)[unit] = 0
		}
		gate.row(unit)[0], up.row(unit)[ahead+unit] = opened, 1
		down.row(own + unit)[unit] = copied
	}
	for _, name := range []string{trunkPrefix + "norm.weight", draftPrefix + "norm.weight"} {
		gains := w.byName[name].values
		for i := range gains {
			gains[i] = -1 // stored minus one
			if i >= own && i < own+codes {
				gains[i] += float32(sharpness / math.Sqrt(float64(w.o.Hidden)))
			}
		}
	}
}
