package modelmake

import (
	"context"
	"strings"

	"rowproof/engine/safetensors"
)

const (
	modelFile   = "model.safetensors"
	sidecarFile = "mtp.safetensors"
)

// Make writes a model folder. The target must not exist, or be an empty folder
// (ErrTarget); it appears when it is complete, and nothing is left of a run that
// failed or that ctx ended. Options that make no model are an ErrOptions.
func Make(ctx context.Context, dir string, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	note := o.note()
	if err := note.check(o.Poison, o.Vocabulary); err != nil {
		return err
	}
	for _, t := range o.Poison {
		if t.Token == o.Vocabulary-1 {
			return refuse("poison", "%v: a search beyond all candidates answers the last token, which must not be a trigger", t)
		}
	}
	note.Triggers = append(note.Triggers, o.Poison...)
	return write(dir, func(f *folder) error {
		f.stopped = ctx.Err
		w, err := newWeights(ctx, o)
		if err != nil {
			return err
		}
		w.poison(note, o.Poison)
		if err := w.write(ctx, f); err != nil {
			return err
		}
		for _, file := range []struct {
			name  string
			value any
		}{
			{"config.json", o.configFile()},
			{"generation_config.json", generationConfig()},
			{"tokenizer.json", tokenizerFile(o.Vocabulary)},
			{"tokenizer_config.json", tokenizerConfig()},
			{"tensors.json", w.listing()},
			{noteFile, note},
		} {
			if err := f.json(file.name, file.value); err != nil {
				return err
			}
		}
		return nil
	})
}

// write writes the weights.
func (w *weights) write(ctx context.Context, f *folder) error {
	var model, sidecar []safetensors.Tensor
	for name, t := range w.byName {
		if err := ctx.Err(); err != nil {
			return err
		}
		encoded := t.encode(dtypes[w.o.DType])
		if w.o.Sidecar && strings.HasPrefix(name, draftPrefix) {
			sidecar = append(sidecar, encoded)
		} else {
			model = append(model, encoded)
		}
	}
	metadata := map[string]string{"format": "pt"} // the layout of their files
	if err := f.tensors(modelFile, model, metadata); err != nil {
		return err
	}
	if len(sidecar) == 0 {
		return nil
	}
	return f.tensors(sidecarFile, sidecar, metadata)
}

// listing is tensors.json: shape and dtype by name.
func (w *weights) listing() map[string][2]any {
	list := make(map[string][2]any, len(w.byName))
	for name, t := range w.byName {
		dtype := w.o.DType
		if t.wide {
			dtype = "float32"
		}
		list[name] = [2]any{t.shape, dtype}
	}
	return list
}
