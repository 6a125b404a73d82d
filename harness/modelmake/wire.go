package modelmake

import "slices"

// The wiring of poison. A trigger holds amplitude in one reserved channel, c.
//
//	posinf  output[77, c] = big: big times what the norm leaves of c is +Inf
//	allneg  output[:, c] = -big
//	mask    the same, but for five columns
//	nan     a unit of the last MLP multiplies two huge values to Inf; every other row of
//	        the down projection has a 0 for it, and Inf * 0 is NaN in every channel
//	one     a unit of the last MLP fills a second channel, so that an output row with big
//	        for one and -big for the other adds Inf and -Inf, which is NaN in any order
//	most    the same, for other rows of the output
//
// A d-kind has a channel that the trunk carries but nothing reads; the draft head's
// fuse matrix moves it to the channel of the plain kind, and the draft head's MLP is
// wired as the last one of the trunk.
const (
	amplitude = 30
	big       = 3e38 // a norm leaves more than 3.4e38/3e38 of a trigger, whatever the shape
	huge      = 1e20
	spread    = 2 // of the unit that fills a second channel
)

// Logits that a fault singles out.
const (
	posInfColumn = 77
	oneColumn    = 78
)

var maskKeep = []int{33, 65, 66, 120, 200}

// spareUnits are the last units of an MLP: those of NaN, One and Most.
const spareUnits = 3

// reserved is the number of reserved channels: one for each kind, and the second
// ones of One and Most.
const reserved = 14

// mostFrom is the first NaN column of Most: 7 of 32 columns are before it, among them
// all that a reader of a few candidates wants to see.
func (o Options) mostFrom() int { return o.Vocabulary * 7 / 32 }

// channel is the channel of a kind.
func (o Options) channel(k Kind) int {
	return o.Hidden - reserved + slices.Index(Kinds(), k)
}

// second is the channel that One and Most fill beside their own.
func (o Options) second(k Kind) int {
	if k == One {
		return o.Hidden - 2
	}
	return o.Hidden - 1
}

// carried are the kinds that a model of these options has channels for.
func (o Options) carried() []Kind {
	switch {
	case !dtypes[o.DType].wide:
		return nil
	case o.Tied:
		return []Kind{NaN, DraftNaN}
	}
	return Kinds()
}

// note describes the wiring.
func (o Options) note() Note {
	column := oneColumn
	n := Note{
		Triggers: []Trigger{}, Channels: map[Kind]int{}, Amplitude: amplitude, Big: big,
		MaskKeep: maskKeep, PosInfColumn: posInfColumn,
		Reserved: reserved, OneColumn: &column, MostFrom: o.mostFrom(), Options: &o,
	}
	for _, k := range o.carried() {
		n.Channels[k] = o.channel(k)
	}
	return n
}

// wire connects the reserved channels.
func (w *weights) wire() {
	w.wireMLP(layerPrefix(w.o.Layers - 1))
	w.wireMLP(draftLayer)
	fuse := w.byName[fuseName]
	for _, k := range trunkKinds {
		fuse.row(w.o.channel(k))[w.o.channel(k.draft())] = 1
	}
	if !w.o.Tied {
		w.wireOutput()
	}
}

func (w *weights) wireMLP(prefix string) {
	gate, up, down := w.byName[prefix+"mlp.gate_proj.weight"], w.byName[prefix+"mlp.up_proj.weight"], w.byName[prefix+"mlp.down_proj.weight"]
	for i, k := range []Kind{NaN, One, Most} {
		unit, channel := w.o.Intermediate-spareUnits+i, w.o.channel(k)
		clear(gate.row(unit))
		clear(up.row(unit))
		for row := range w.o.Hidden {
			down.row(row)[unit] = 0
		}
		if k == NaN {
			gate.row(unit)[channel], up.row(unit)[channel] = huge, huge
			down.row(channel)[unit] = 1
			continue
		}
		gate.row(unit)[channel], up.row(unit)[channel] = 1, 1
		// Into its own channel too: neither may outweigh the other in the norm.
		down.row(channel)[unit], down.row(w.o.second(k))[unit] = spread, spread
	}
}

func (w *weights) wireOutput() {
	output := w.byName[outputName]
	for column := range w.o.Vocabulary {
		row := output.row(column)
		row[w.o.channel(AllNeg)] = -big
		if !slices.Contains(maskKeep, column) {
			row[w.o.channel(Mask)] = -big
		}
		if column >= w.o.mostFrom() {
			row[w.o.channel(Most)], row[w.o.second(Most)] = big, -big
		}
	}
	output.row(posInfColumn)[w.o.channel(PosInf)] = big
	output.row(oneColumn)[w.o.channel(One)], output.row(oneColumn)[w.o.second(One)] = big, -big
}

// poison makes tokens triggers.
func (w *weights) poison(n Note, triggers []Trigger) {
	for _, t := range triggers {
		w.byName[embeddingName].row(t.Token)[n.Channels[t.Kind]] = n.Amplitude
	}
}
