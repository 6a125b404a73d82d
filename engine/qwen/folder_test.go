package qwen

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowproof/engine/device"
	"rowproof/engine/numeric"
	"rowproof/engine/safetensors"
)

// parts is a model folder that a test makes.
type parts struct {
	config  map[string]any
	text    map[string]any                  // its text_config
	tensors map[string][]safetensors.Tensor // by file
	index   map[string]string
	others  map[string]string // content of other files
}

// partsOf takes the recorded float32 model apart.
func partsOf(t *testing.T) *parts {
	t.Helper()
	const name = "tiny-f32"
	p := &parts{tensors: map[string][]safetensors.Tensor{}, others: map[string]string{}}
	text, err := os.ReadFile(filepath.Join(receipt(name), "config.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &p.config); err != nil {
		t.Fatal(err)
	}
	p.text = p.config["text_config"].(map[string]any)
	f, err := safetensors.Open(filepath.Join(receipt(name), "model.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, x := range f.Tensors() {
		x.Data = bytes.Clone(x.Data)
		p.tensors["model.safetensors"] = append(p.tensors["model.safetensors"], x)
	}
	return p
}

// write makes the folder.
func (p *parts) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	save := func(name string, content []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	config, err := json.Marshal(p.config)
	if err != nil {
		t.Fatal(err)
	}
	save("config.json", config)
	for name, tensors := range p.tensors {
		var b bytes.Buffer
		if err := safetensors.Write(&b, tensors, nil); err != nil {
			t.Fatal(err)
		}
		save(name, b.Bytes())
	}
	if p.index != nil {
		index, err := json.Marshal(map[string]any{"metadata": map[string]any{"total_size": 1}, "weight_map": p.index})
		if err != nil {
			t.Fatal(err)
		}
		save(indexFile, index)
	}
	for name, content := range p.others {
		save(name, []byte(content))
	}
	return dir
}

// each visits every tensor; it may change it.
func (p *parts) each(visit func(x *safetensors.Tensor)) {
	for _, tensors := range p.tensors {
		for i := range tensors {
			visit(&tensors[i])
		}
	}
}

// tensor is the one tensor of that name.
func (p *parts) tensor(t *testing.T, name string) *safetensors.Tensor {
	t.Helper()
	for _, tensors := range p.tensors {
		for i := range tensors {
			if tensors[i].Name == name {
				return &tensors[i]
			}
		}
	}
	t.Fatalf("no tensor %q", name)
	return nil
}

// drop takes tensors away and returns them.
func (p *parts) drop(which func(name string) bool) []safetensors.Tensor {
	var dropped []safetensors.Tensor
	for file, tensors := range p.tensors {
		p.tensors[file] = slices.DeleteFunc(slices.Clone(tensors), func(x safetensors.Tensor) bool {
			if which(x.Name) {
				dropped = append(dropped, x)
			}
			return which(x.Name)
		})
	}
	return dropped
}

// move puts tensors into another file.
func (p *parts) move(file string, which func(name string) bool) {
	p.tensors[file] = append(p.tensors[file], p.drop(which)...)
}

func (p *parts) rename(old, now string) {
	p.each(func(x *safetensors.Tensor) {
		if rest, ok := strings.CutPrefix(x.Name, old); ok {
			x.Name = now + rest
		}
	})
}

// flatten puts the text model's fields at the top.
func (p *parts) flatten() {
	delete(p.config, "text_config")
	for name, value := range p.text {
		if name != "model_type" {
			p.config[name] = value
		}
	}
	p.text = p.config
}

// wholeGains adds the one to gains that are stored without it.
func (p *parts) wholeGains() {
	p.each(func(x *safetensors.Tensor) {
		if !strings.Contains(x.Name, "norm") || strings.Contains(x.Name, "linear_attn") {
			return
		}
		dtype, _ := dtypeOf(*x)
		gains := widen(x.Data, dtype)
		for i, g := range gains {
			gains[i] = round(g+1, dtype)
		}
		x.Data = narrow(gains, dtype)
	})
}

// mlxTaps gives convolutions the layout [channels, kernel, 1].
func (p *parts) mlxTaps() {
	p.each(func(x *safetensors.Tensor) {
		if strings.HasSuffix(x.Name, "conv1d.weight") {
			x.Shape = []int{x.Shape[0], x.Shape[2], 1}
		}
	})
}

// cast changes the dtype of every tensor but A_log.
func (p *parts) cast(to device.DType, name string) {
	p.each(func(x *safetensors.Tensor) {
		if strings.HasSuffix(x.Name, "A_log") {
			return
		}
		from, _ := dtypeOf(*x)
		x.Data, x.DType = narrow(widen(x.Data, from), to), name
	})
}

// list makes an index of what the files hold now.
func (p *parts) list() {
	p.index = map[string]string{}
	for file, tensors := range p.tensors {
		for _, x := range tensors {
			p.index[x.Name] = file
		}
	}
}

// narrow encodes values in a dtype.
func narrow(values []float32, dtype device.DType) []byte {
	var b []byte
	for _, v := range values {
		switch dtype {
		case device.F32:
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		case device.BF16:
			b = binary.LittleEndian.AppendUint16(b, numeric.F32ToBF16(v))
		case device.F16:
			b = binary.LittleEndian.AppendUint16(b, numeric.F32ToF16(v))
		}
	}
	return b
}

// set writes one value of a tensor.
func set(x *safetensors.Tensor, at int, value float32) {
	dtype, _ := dtypeOf(*x)
	copy(x.Data[at*dtype.Size():], narrow([]float32{value}, dtype))
}

func hasPrefix(prefix string) func(string) bool {
	return func(name string) bool { return strings.HasPrefix(name, prefix) }
}

func TestCanonical(t *testing.T) {
	for name, want := range map[string]struct {
		short string
		place place
	}{
		"model.language_model.layers.0.mlp.up_proj.weight": {"model.layers.0.mlp.up_proj.weight", trunkTensor},
		"language_model.model.layers.0.mlp.up_proj.weight": {"model.layers.0.mlp.up_proj.weight", trunkTensor},
		"model.layers.0.mlp.up_proj.weight":                {"model.layers.0.mlp.up_proj.weight", trunkTensor},
		"lm_head.weight":                                   {"lm_head.weight", trunkTensor},
		"language_model.lm_head.weight":                    {"lm_head.weight", trunkTensor},
		"mtp.fc.weight":                                    {"mtp.fc.weight", headTensor},
		"language_model.mtp.fc.weight":                     {"mtp.fc.weight", headTensor},
		"model.mtp.fc.weight":                              {"model.mtp.fc.weight", strayTensor},
		"model.visual.mtp.weight":                          {"model.visual.mtp.weight", pictureTensor},
		"vision_tower.blocks.0.weight":                     {"vision_tower.blocks.0.weight", pictureTensor},
	} {
		if short, place := canonical(name); short != want.short || place != want.place {
			t.Errorf("%s: %s, %d", name, short, place)
		}
	}
}
