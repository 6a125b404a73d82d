package qwen

import (
	"cmp"
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"rowproof/engine/device"
)

// Load maps the weights of a folder and hands them to a device. Every weight is
// read once, to refuse a NaN or an infinity. Errors are an ErrConfig or an ErrTensor.
//
// A tensor that the model does not know is refused, as the oracle does; of a draft
// head it is ignored, as the oracle does. A draft head of which the configuration has
// layers must be there, unless there is an index and lists none of its tensors.
func Load(dir string, dev device.Device) (*Model, error) {
	c, err := LoadConfig(dir)
	if err != nil {
		return nil, err
	}
	f, err := openFolder(dir, c)
	if err != nil {
		return nil, err
	}
	m, err := build(c, f, dev)
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	return m, nil
}

// build makes a model of an open folder.
func build(c Config, f *folder, dev device.Device) (*Model, error) {
	m := &Model{config: c, dev: dev, folder: f}
	expected := func(name string) string { return f.expected(c, name) }
	trunk := &weights{dev: dev, tensors: f.trunk, place: expected, shifted: f.trunkDelta(), taken: map[string]bool{}}
	m.embedding = trunk.matrix("model.embed_tokens", c.Vocabulary, c.Hidden)
	m.output = m.embedding
	if !c.Tied {
		m.output = trunk.matrix("lm_head", c.Vocabulary, c.Hidden)
	}
	m.norm = trunk.gain("model.norm", c.Hidden)
	for i := range c.Layers {
		if trunk.err == nil { // a wrong number of layers costs nothing
			m.layers = append(m.layers, trunk.layer(c, trunkLayer(i), c.FullAttention(i)))
		}
	}
	if trunk.err != nil {
		return nil, trunk.err
	}
	if err := f.refuseUnknown(c, trunk); err != nil {
		return nil, err
	}
	if err := f.refuseShiftedTwice(c, trunk.shifted); err != nil {
		return nil, err
	}
	used := trunk.used
	if c.HeadLayers > 0 && !f.headless(c) {
		head := &weights{dev: dev, tensors: f.head, place: expected, shifted: c.headDelta || headDelta(f.head), taken: map[string]bool{}}
		m.draft = head.draft(c)
		if head.err != nil {
			return nil, head.err
		}
		used = append(used, head.used...)
	}
	m.used = used
	if err := checkFinite(used); err != nil {
		return nil, err
	}
	var err error
	m.frequencies, err = dev.Vector(frequencies(c.Theta, c.Rotated))
	return m, err
}

// headless reports whether a folder is whole without the draft head that its
// configuration counts layers of: conversions drop its tensors, and their index says
// so. Without an index, and in the oracle too, it is a folder that something is missing
// from, such as a download that was broken off.
func (f *folder) headless(c Config) bool {
	if !f.index || f.sidecar != "" || c.sidecar != "" {
		return false
	}
	for name := range f.listed {
		if _, place := canonical(name); place == headTensor {
			return false
		}
	}
	return true
}

// expected is where a missing tensor should be: the file that the index names, the
// draft head's own, the only one, or the folder.
func (f *folder) expected(c Config, name string) string {
	for raw, file := range f.listed {
		if short, _ := canonical(raw); short == name {
			return filepath.Join(f.dir, file)
		}
	}
	if _, place := canonical(name); place == headTensor {
		if file := cmp.Or(f.sidecar, c.sidecar); file != "" {
			return filepath.Join(f.dir, file)
		}
	}
	if len(f.models) == 1 {
		return filepath.Join(f.dir, f.models[0])
	}
	return f.dir
}

func (f *folder) refuseUnknown(c Config, w *weights) error {
	for _, name := range slices.Sorted(maps.Keys(f.trunk)) {
		if !w.taken[name] && (!c.Tied || name != "lm_head.weight") {
			return refuseTensor(f.trunk[name], "not a tensor of this model")
		}
	}
	return nil
}

// refuseShiftedTwice judges the first full attention: gains as they are, in files
// by whose other tensors they would be stored minus one.
func (f *folder) refuseShiftedTwice(c Config, shifted bool) error {
	for i := range c.Layers {
		if !c.FullAttention(i) {
			continue
		}
		t := f.trunk[trunkLayer(i)+"self_attn.q_norm.weight"]
		dtype, _ := dtypeOf(t)
		m := mean(widen(t.Data, dtype))
		if shifted {
			m++
		}
		if m > maxQNormMean {
			return refuseTensor(t, "gains of mean %.2f: one would be added to gains that are whole", m)
		}
		break
	}
	return nil
}
