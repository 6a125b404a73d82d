package qwen

import "rowproof/engine/device"

// draft is the weights of the draft head. It has the trunk's embedding and output
// matrix.
type draft struct {
	embeddingNorm, hiddenNorm device.Buffer
	merge                     device.Matrix // [Hidden, 2*Hidden]: embedding, then hidden state
	layers                    []layer
	norm                      device.Buffer
}

func (w *weights) draft(c Config) *draft {
	d := &draft{
		embeddingNorm: w.gain("mtp.pre_fc_norm_embedding", c.Hidden),
		hiddenNorm:    w.gain("mtp.pre_fc_norm_hidden", c.Hidden),
		merge:         w.matrix("mtp.fc", c.Hidden, 2*c.Hidden),
		norm:          w.gain("mtp.norm", c.Hidden),
	}
	for i := range c.HeadLayers {
		d.layers = append(d.layers, w.layer(c, headLayer(i), true))
	}
	return d
}
