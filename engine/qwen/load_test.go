package qwen

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowproof/engine/device"
	"rowproof/engine/device/cpu"
	"rowproof/engine/model"
	"rowproof/engine/safetensors"
)

// fingerprint is rows of the trunk and of the draft head.
func fingerprint(t *testing.T, m *Model) [][]float32 {
	t.Helper()
	tokens := []int{51, 260, 220, 66, 267, 7}
	w := forward(t, newTrunk(t, m), model.Pass{Kind: model.Prefill, Tokens: tokens, Rows: model.AllRows})
	var out [][]float32
	for _, row := range w.Rows {
		out = append(out, values(row))
	}
	if m.draft == nil {
		return out
	}
	head := newHead(t, m)
	hidden := w.Hidden.Slice(0, 1)
	for _, token := range tokens[1:4] {
		row, next, err := head.Draft(context.Background(), hidden, token)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, values(row))
		hidden = next
	}
	return out
}

// TestLoadTheSameModel lays one model out in the ways that folders come in: all
// give the same bits.
func TestLoadTheSameModel(t *testing.T) {
	head := hasPrefix("mtp.")
	split := func(p *parts) {
		p.move("model-00002-of-00003.safetensors", func(name string) bool { return strings.Contains(name, "layers.1.") })
		p.move("model-00003-of-00003.safetensors", func(name string) bool { return head(name) || strings.Contains(name, "layers.2.") })
	}
	for _, c := range []struct {
		name   string
		change func(t *testing.T, p *parts)
	}{
		{"as it is", func(*testing.T, *parts) {}},
		{"many files", func(_ *testing.T, p *parts) { split(p) }},
		{"many files and an index", func(_ *testing.T, p *parts) { split(p); p.list() }},
		{"a file that only the index knows", func(_ *testing.T, p *parts) {
			p.move("weights.safetensors", func(name string) bool { return strings.Contains(name, "layers.1.") })
			p.list()
		}},
		{"a file twice and an index", func(t *testing.T, p *parts) {
			split(p)
			p.list()
			p.tensors["model-extra.safetensors"] = []safetensors.Tensor{*p.tensor(t, "lm_head.weight"), *p.tensor(t, "mtp.fc.weight")}
		}},
		{"sidecar", func(_ *testing.T, p *parts) { p.move("mtp.safetensors", head) }},
		{"sidecar in a folder", func(_ *testing.T, p *parts) { p.move("mtp/weights.safetensors", head) }},
		{"sidecar of another name", func(_ *testing.T, p *parts) { p.move("model-mtp.safetensors", head) }},
		{"sidecar of its own name", func(_ *testing.T, p *parts) {
			p.move("heads/draft.safetensors", head)
			p.config["mlx_lm_extra_tensors"] = map[string]any{"mtp_file": "heads/draft.safetensors"}
		}},
		{"sidecar beside a broken head", func(t *testing.T, p *parts) {
			p.tensors["mtp.safetensors"] = p.drop(head)
			broken := *p.tensor(t, "lm_head.weight")
			broken.Name = "mtp.fc.weight"
			p.tensors["model.safetensors"] = append(p.tensors["model.safetensors"], broken)
		}},
		{"MLX layout", func(_ *testing.T, p *parts) { p.mlxTaps() }}, // shifted, for there is a head
		{"MLX layout and gains", func(_ *testing.T, p *parts) {
			p.mlxTaps()
			p.wholeGains()
			p.move("mtp.safetensors", head)
			p.rename("model.language_model.", "language_model.model.")
			p.rename("lm_head.", "language_model.lm_head.")
		}},
		{"MLX gains but for the head's", func(_ *testing.T, p *parts) {
			p.mlxTaps()
			p.move("mtp.safetensors", head)
			beside := p.tensors["mtp.safetensors"]
			delete(p.tensors, "mtp.safetensors")
			p.wholeGains()
			p.tensors["mtp.safetensors"] = beside
		}},
		{"declared gains", func(_ *testing.T, p *parts) { p.config["mtp_norm_encoding"] = "Delta " }},
		{"short names", func(_ *testing.T, p *parts) { p.rename("model.language_model.", "model.") }},
		{"long names", func(_ *testing.T, p *parts) {
			p.rename("model.language_model.", "language_model.model.")
			p.rename("lm_head.", "language_model.lm_head.")
			p.rename("mtp.", "language_model.mtp.")
		}},
		{"flat configuration", func(_ *testing.T, p *parts) { p.flatten() }},
		{"the text model's model_type", func(_ *testing.T, p *parts) { p.config["model_type"] = "qwen3_5_text" }},
		{"head count by the other name", func(_ *testing.T, p *parts) {
			p.text["mtp_num_hidden_layers"] = 0
			p.config["num_nextn_predict_layers"] = 1
		}},
		{"pictures and strays", func(_ *testing.T, p *parts) {
			for _, name := range []string{"model.visual.patch.weight", "vision_tower.x", "mtp.layers.7.unknown", "model.mtp.fc.weight"} {
				p.tensors["model.safetensors"] = append(p.tensors["model.safetensors"],
					safetensors.Tensor{Name: name, DType: "I64", Shape: []int{1}, Data: make([]byte, 8)})
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := partsOf(t)
			c.change(t, p)
			got := fingerprint(t, load(t, p.write(t)))
			if want := fingerprint(t, tiny(t, "tiny-f32")); !slices.EqualFunc(got, want, sameBits) {
				t.Error("other rows")
			}
		})
	}
}

// TestLoadDTypes holds the same values in each dtype against them in float32.
func TestLoadDTypes(t *testing.T) {
	for _, c := range []struct {
		name  string
		dtype device.DType
	}{{"F32", device.F32}, {"BF16", device.BF16}, {"F16", device.F16}} {
		t.Run(c.name, func(t *testing.T) {
			p := partsOf(t)
			p.mlxTaps()
			p.wholeGains()
			p.move("mtp.safetensors", hasPrefix("mtp."))
			p.each(func(x *safetensors.Tensor) {
				for i, v := range widen(x.Data, device.F32) {
					if math.Abs(float64(v)) > 60000 { // the wiring of poison, which float16 cannot carry
						set(x, i, 0)
					}
				}
			})
			p.cast(c.dtype, c.name)
			narrowed := fingerprint(t, load(t, p.write(t)))
			p.cast(device.F32, "F32")
			if !slices.EqualFunc(narrowed, fingerprint(t, load(t, p.write(t))), sameBits) {
				t.Error("rows differ from those of the same weights in float32")
			}
		})
	}
}

func TestLoadTied(t *testing.T) {
	p := partsOf(t)
	embedding := *p.tensor(t, "model.language_model.embed_tokens.weight")
	p.tensor(t, "lm_head.weight").Data = embedding.Data
	want := fingerprint(t, load(t, p.write(t)))
	p.text["tie_word_embeddings"] = true
	if got := fingerprint(t, load(t, p.write(t))); !slices.EqualFunc(got, want, sameBits) {
		t.Error("an lm_head beside a tied embedding changed the rows")
	}
	p.drop(hasPrefix("lm_head."))
	if got := fingerprint(t, load(t, p.write(t))); !slices.EqualFunc(got, want, sameBits) {
		t.Error("a tied embedding gave other rows than two equal matrices")
	}
}

func TestLoadWithoutHead(t *testing.T) {
	all := fingerprint(t, tiny(t, "tiny-f32"))
	for name, change := range map[string]func(p *parts){
		"no layers": func(p *parts) { p.text["mtp_num_hidden_layers"] = 0 },
		"no layers, no tensors": func(p *parts) {
			p.text["mtp_num_hidden_layers"] = 0
			p.drop(hasPrefix("mtp.")) // the layout of the convolutions still says minus one
		},
		"dropped by a conversion": func(p *parts) { p.drop(hasPrefix("mtp.")); p.list() },
		"not listed": func(p *parts) {
			p.list()
			for tensor := range p.index {
				if strings.HasPrefix(tensor, "mtp.") {
					delete(p.index, tensor)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := partsOf(t)
			change(p)
			m := load(t, p.write(t))
			if _, err := m.NewHead(); !errors.Is(err, model.ErrNoHead) {
				t.Errorf("a head: %v", err)
			}
			if got := fingerprint(t, m); !slices.EqualFunc(got, all[:len(got)], sameBits) {
				t.Error("other rows")
			}
		})
	}
}

// TestLoadPoisonWiring: very large weights are no fault.
func TestLoadPoisonWiring(t *testing.T) {
	for _, name := range []string{"tiny-f32", "tiny-bf16", "tiny-8l"} {
		if m := tiny(t, name); m.Vocabulary() != 384 || m.Context() != 4096 {
			t.Errorf("%s: vocabulary %d, context %d", name, m.Vocabulary(), m.Context())
		}
	}
}

// TestLoadRefuses: what is wrong with weights is said with file and tensor.
func TestLoadRefuses(t *testing.T) {
	const (
		layer = "model.language_model.layers.0."
		main  = "model.safetensors"
	)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	poke := func(name string, at int, value float32) func(*testing.T, *parts) {
		return func(t *testing.T, p *parts) { set(p.tensor(t, name), at, value) }
	}
	remove := func(name string) func(*testing.T, *parts) {
		return func(_ *testing.T, p *parts) { p.drop(func(n string) bool { return n == name }) }
	}
	for _, c := range []struct {
		name   string
		change func(t *testing.T, p *parts)
		says   []string
	}{
		{"NaN in a matrix", poke(layer+"mlp.up_proj.weight", 77, nan), []string{main, layer + "mlp.up_proj.weight", "value 77 is NaN"}},
		{"infinity in a matrix", poke("lm_head.weight", 0, -inf), []string{main, "lm_head.weight", "value 0 is -Inf"}},
		{"NaN in a gain", poke("model.language_model.norm.weight", 63, nan), []string{main, "model.language_model.norm.weight", "value 63 is NaN"}},
		{"NaN in A_log", poke(layer+"linear_attn.A_log", 3, nan), []string{main, layer + "linear_attn.A_log"}},
		{"NaN in dt_bias", poke(layer+"linear_attn.dt_bias", 0, nan), []string{main, layer + "linear_attn.dt_bias"}},
		{"NaN in taps", poke(layer+"linear_attn.conv1d.weight", 1, nan), []string{main, layer + "linear_attn.conv1d.weight"}},
		{"NaN in the head", poke("mtp.fc.weight", 5, nan), []string{main, "mtp.fc.weight"}},
		{"missing embedding", remove("model.language_model.embed_tokens.weight"), []string{main, "model.embed_tokens.weight", "missing"}},
		{"missing output", remove("lm_head.weight"), []string{main, "lm_head.weight", "missing"}},
		{"missing in a layer", remove(layer + "linear_attn.A_log"), []string{main, "model.layers.0.linear_attn.A_log", "missing"}},
		{"missing in the head", remove("mtp.layers.0.self_attn.k_norm.weight"), []string{main, "mtp.layers.0.self_attn.k_norm.weight", "missing"}},
		{"missing head", func(_ *testing.T, p *parts) { p.drop(hasPrefix("mtp.")) }, []string{main, "mtp.pre_fc_norm_embedding.weight", "missing"}},
		{"missing file of the head", func(_ *testing.T, p *parts) {
			p.move("model-2.safetensors", hasPrefix("mtp."))
			p.list()
			delete(p.tensors, "model-2.safetensors")
		}, []string{"model-2.safetensors", "mtp.pre_fc_norm_embedding.weight", "missing"}},
		{"missing sidecar that is named", func(_ *testing.T, p *parts) {
			p.config["mlx_lm_extra_tensors"] = map[string]any{"mtp_file": "draft.safetensors"}
			p.drop(hasPrefix("mtp."))
			p.list()
		}, []string{"draft.safetensors", "mtp.pre_fc_norm_embedding.weight", "missing"}},
		{"missing in the sidecar", func(t *testing.T, p *parts) {
			p.move("mtp.safetensors", hasPrefix("mtp."))
			remove("mtp.norm.weight")(t, p)
		}, []string{"mtp.safetensors", "mtp.norm.weight", "missing"}},
		{"sidecar of something else", func(t *testing.T, p *parts) {
			other := *p.tensor(t, "lm_head.weight")
			p.tensors["mtp.safetensors"] = []safetensors.Tensor{other}
		}, []string{"mtp.safetensors", "missing"}},
		{"missing file of the index", func(_ *testing.T, p *parts) {
			p.move("model-2.safetensors", hasPrefix(layer))
			p.list()
			delete(p.tensors, "model-2.safetensors")
		}, []string{"model-2.safetensors", "missing"}},
		{"shape", func(t *testing.T, p *parts) { p.tensor(t, layer+"mlp.up_proj.weight").Shape = []int{64, 128} }, []string{main, layer + "mlp.up_proj.weight", "[64 128]", "[128 64]"}},
		{"dimensions", func(t *testing.T, p *parts) { p.tensor(t, layer+"mlp.up_proj.weight").Shape = []int{8192} }, []string{main, layer + "mlp.up_proj.weight"}},
		{"taps", func(t *testing.T, p *parts) {
			p.tensor(t, layer+"linear_attn.conv1d.weight").Shape = []int{1, 256, 4}
		}, []string{main, "conv1d.weight", "[256 1 4]"}},
		{"vocabulary of the configuration", func(_ *testing.T, p *parts) { p.text["vocab_size"] = 16 << 20 }, []string{main, "embed_tokens"}},
		{"layers of the configuration", func(_ *testing.T, p *parts) { p.text["num_hidden_layers"] = 1000; delete(p.text, "layer_types") }, []string{"model.layers.4.", "missing"}},
		{"too few layers", func(_ *testing.T, p *parts) { p.text["num_hidden_layers"] = 3; delete(p.text, "layer_types") }, []string{main, "layers.3.", "not a tensor of this model"}},
		{"quantised", func(t *testing.T, p *parts) {
			x := p.tensor(t, layer+"mlp.up_proj.weight")
			x.DType = "U32"
		}, []string{main, layer + "mlp.up_proj.weight", "U32"}},
		{"twice", func(t *testing.T, p *parts) {
			p.tensors["model-2.safetensors"] = []safetensors.Tensor{*p.tensor(t, "lm_head.weight")}
		}, []string{main, "model-2.safetensors", "lm_head.weight"}},
		{"twice in a file", func(t *testing.T, p *parts) {
			x := *p.tensor(t, "lm_head.weight")
			x.Name = "language_model." + x.Name
			p.tensors[main] = append(p.tensors[main], x)
		}, []string{main, "lm_head.weight"}},
		{"unknown", func(t *testing.T, p *parts) {
			x := *p.tensor(t, "model.language_model.norm.weight")
			x.Name = layer + "mlp.up_proj.bias"
			p.tensors[main] = append(p.tensors[main], x)
		}, []string{main, layer + "mlp.up_proj.bias"}},
		{"gains whole beside a head", func(_ *testing.T, p *parts) {
			p.each(func(x *safetensors.Tensor) {
				if strings.HasSuffix(x.Name, "q_norm.weight") {
					for i := range x.Shape[0] {
						set(x, i, 1.8)
					}
				}
			})
		}, []string{main, "q_norm.weight", "2.80"}},
		{"no weights", func(_ *testing.T, p *parts) { clear(p.tensors) }, []string{"no model*.safetensors"}},
		{"broken header", func(_ *testing.T, p *parts) { clear(p.tensors); p.others[main] = "\xff\xff\xff\xff\xff\xff\xff\x7f{}" }, []string{main}},
		{"empty file", func(_ *testing.T, p *parts) { p.others["model-2.safetensors"] = "" }, []string{"model-2.safetensors"}},
		{"folder for a file", func(_ *testing.T, p *parts) { p.others["model-2.safetensors/x"] = "" }, []string{"model-2.safetensors"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := partsOf(t)
			c.change(t, p)
			m, err := Load(p.write(t), cpu.New())
			if m != nil || !errors.Is(err, ErrTensor) {
				t.Fatalf("%v, %v; want an ErrTensor", m, err)
			}
			for _, s := range c.says {
				if !strings.Contains(err.Error(), s) {
					t.Errorf("%q does not say %q", err, s)
				}
			}
			if len(err.Error()) > 1000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		})
	}
}

func TestLoadRefusesTheIndex(t *testing.T) {
	for name, index := range map[string]string{
		"no JSON":            `{`,
		"no map":             `{"weight_map": 7}`,
		"not names":          `{"weight_map": {"a": 7}}`,
		"outside":            `{"weight_map": {"a": "../model.safetensors"}}`,
		"outside, from root": `{"weight_map": {"a": "/model.safetensors"}}`,
	} {
		p := partsOf(t)
		p.others[indexFile] = index
		if _, err := Load(p.write(t), cpu.New()); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), indexFile) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLoadOfNoFolder(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), "none"), cpu.New())
	if !errors.Is(err, ErrConfig) || !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestLoadTwoHeadLayers stacks the block of the head: with an output of zeros it
// changes nothing.
func TestLoadTwoHeadLayers(t *testing.T) {
	p := partsOf(t)
	p.text["mtp_num_hidden_layers"] = 2
	for _, x := range slices.Clone(p.tensors["model.safetensors"]) {
		rest, ok := strings.CutPrefix(x.Name, "mtp.layers.0.")
		if !ok {
			continue
		}
		x.Name = "mtp.layers.1." + rest
		if strings.HasSuffix(rest, "o_proj.weight") || strings.HasSuffix(rest, "down_proj.weight") {
			x.Data = make([]byte, len(x.Data))
		}
		p.tensors["model.safetensors"] = append(p.tensors["model.safetensors"], x)
	}
	m := load(t, p.write(t))
	if len(m.draft.layers) != 2 {
		t.Fatalf("%d layers", len(m.draft.layers))
	}
	if got := fingerprint(t, m); !slices.EqualFunc(got, fingerprint(t, tiny(t, "tiny-f32")), sameBits) {
		t.Error("a layer that adds nothing changed the rows")
	}
}
