package qwen

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"rowproof/engine/device"
	"rowproof/engine/safetensors"
)

func identity(t *testing.T, m *Model) [sha256.Size]byte {
	t.Helper()
	sum, err := m.Identity()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestIdentityIsTheModels: what does not change what a model computes does not change
// its identity.
func TestIdentityIsTheModels(t *testing.T) {
	want := identity(t, tiny(t, "tiny-f32"))
	head := hasPrefix("mtp.")
	for name, change := range map[string]func(p *parts){
		"in another folder": func(*parts) {},
		"in many files": func(p *parts) {
			p.move("model-2.safetensors", func(name string) bool { return strings.Contains(name, "layers.1.") || head(name) })
			p.list()
		},
		"by short names":     func(p *parts) { p.rename("model.language_model.", "model.") },
		"flat configuration": func(p *parts) { p.flatten() },
		"another ending":     func(p *parts) { p.others["generation_config.json"] = `{"eos_token_id": 3}` },
		"unused tensors": func(p *parts) {
			for _, name := range []string{"model.visual.patch.weight", "mtp.layers.7.unknown"} {
				p.tensors["model.safetensors"] = append(p.tensors["model.safetensors"],
					safetensors.Tensor{Name: name, DType: "I64", Shape: []int{1}, Data: make([]byte, 8)})
			}
		},
	} {
		p := partsOf(t)
		change(p)
		if identity(t, load(t, p.write(t))) != want {
			t.Errorf("%s: another identity", name)
		}
	}
}

// TestIdentityStays: states that were kept before a change of the code are lost where
// this one changes. It may, with stateVersion, if they would be wrong.
func TestIdentityStays(t *testing.T) {
	const want = "f74ea920c36e297877eb7c68b92b85fbb7cade7e1eb97cf11fa92b5052d3e43b"
	if got := fmt.Sprintf("%x", identity(t, tiny(t, "tiny-f32"))); got != want {
		t.Errorf("%s, was %s", got, want)
	}
}

// TestIdentitySeesEveryBit: the last one of any value of any tensor.
func TestIdentitySeesEveryBit(t *testing.T) {
	p := partsOf(t)
	seen := map[[sha256.Size]byte]string{identity(t, tiny(t, "tiny-f32")): "the model as it is"}
	for i := range p.tensors["model.safetensors"] {
		x := &p.tensors["model.safetensors"][i]
		at := 4 * (len(x.Data) / 8) // of a value in the middle
		x.Data[at] ^= 1
		sum := identity(t, load(t, p.write(t)))
		x.Data[at] ^= 1
		if twin, ok := seen[sum]; ok {
			t.Errorf("%s: the identity of %s", x.Name, twin)
		}
		seen[sum] = x.Name
	}
	if n := len(p.tensors["model.safetensors"]); len(seen) != n+1 || n < 50 {
		t.Errorf("%d identities of %d tensors", len(seen), n)
	}
}

// TestIdentitySeesTheConfiguration: every field, and how gains are stored.
func TestIdentitySeesTheConfiguration(t *testing.T) {
	sum := func(c Config, used []safetensors.Tensor, shifted ...bool) [sha256.Size]byte {
		s, err := identityOf(c, used, shifted[0], shifted[1])
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	m := tiny(t, "tiny-f32")
	seen := map[[sha256.Size]byte]string{}
	add := func(what string, s [sha256.Size]byte) {
		if twin, ok := seen[s]; ok {
			t.Errorf("%s: the identity of %s", what, twin)
		}
		seen[s] = what
	}
	add("the model", sum(m.config, m.used, true, false))
	add("other gains", sum(m.config, m.used, false, false))
	add("other gains of the head", sum(m.config, m.used, true, true))
	fields := reflect.VisibleFields(reflect.TypeFor[Config]())
	for _, f := range fields {
		if !f.IsExported() {
			continue
		}
		c := m.config
		switch v := reflect.ValueOf(&c).Elem().FieldByIndex(f.Index); v.Kind() {
		case reflect.Int:
			v.SetInt(v.Int() + 1)
		case reflect.Float32:
			v.SetFloat(v.Float() * (1 + 1.0/(1<<23)))
		case reflect.Bool:
			v.SetBool(!v.Bool())
		default:
			t.Fatalf("%s: a field of a kind that nobody thought of", f.Name)
		}
		add(f.Name, sum(c, m.used, true, false))
	}
	for what, change := range map[string]func(x *safetensors.Tensor){
		"name":  func(x *safetensors.Tensor) { x.Name += "x" },
		"dtype": func(x *safetensors.Tensor) { x.DType = "BF16" },
		"shape": func(x *safetensors.Tensor) { x.Shape = []int{x.Shape[1], x.Shape[0]} },
	} {
		used := append([]safetensors.Tensor(nil), m.used...)
		change(&used[0])
		add(what, sum(m.config, used, true, false))
	}
}

// TestIdentityOfAnotherDType is another one.
func TestIdentityOfAnotherDType(t *testing.T) {
	p := partsOf(t)
	p.cast(device.BF16, "BF16")
	if identity(t, load(t, p.write(t))) == identity(t, tiny(t, "tiny-f32")) {
		t.Error("the identity in float32")
	}
}

// TestIdentityIsComputedOnce, whoever asks first.
func TestIdentityIsComputedOnce(t *testing.T) {
	m := load(t, receipt("tiny-bf16"))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if sum, err := m.Identity(); err != nil || sum == [sha256.Size]byte{} {
				t.Error(sum, err)
			}
		})
	}
	group.Wait()
	before := identity(t, m)
	m.used = nil
	if identity(t, m) != before {
		t.Error("computed again")
	}
}

func BenchmarkIdentity(b *testing.B) {
	tensors := make([]safetensors.Tensor, 64)
	for i := range tensors {
		tensors[i] = safetensors.Tensor{Name: string(rune('a' + i)), DType: "BF16", Shape: []int{2 << 20}, Data: make([]byte, 4<<20)}
	}
	b.SetBytes(256 << 20)
	for b.Loop() {
		if _, err := identityOf(Config{}, tensors, false, false); err != nil {
			b.Fatal(err)
		}
	}
}
