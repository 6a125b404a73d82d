package modelmake

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOptionsAreRefusedByName(t *testing.T) {
	for _, c := range []struct {
		option string
		change func(*Options)
	}{
		{"layers", func(o *Options) { o.Layers = 0 }},
		{"interval", func(o *Options) { o.Layers = 3 }}, // no full attention
		{"interval", func(o *Options) { o.Interval = 64 }},
		{"layers", func(o *Options) { o.Layers = 65 }},
		{"interval", func(o *Options) { o.Interval = 1 }}, // no recurrence
		{"interval", func(o *Options) { o.Interval = -4 }},
		{"hidden", func(o *Options) { o.Hidden = 16 }},
		{"hidden", func(o *Options) { o.Hidden = 1 << 20 }},
		{"hidden", func(o *Options) { o.Hidden, o.Vocabulary = 1<<14, 1<<20 }}, // too large together
		{"intermediate", func(o *Options) { o.Intermediate = 1 }},
		{"heads", func(o *Options) { o.Heads = 0 }},
		{"kv_heads", func(o *Options) { o.KVHeads = 0 }},
		{"kv_heads", func(o *Options) { o.KVHeads = 3 }},
		{"head_dim", func(o *Options) { o.HeadDim = 4 }},
		{"head_dim", func(o *Options) { o.HeadDim = 33 }},
		{"linear_key_heads", func(o *Options) { o.LinearKeyHeads = 3 }},
		{"linear_key_heads", func(o *Options) { o.LinearKeyHeads = 8 }},
		{"linear_value_heads", func(o *Options) { o.LinearValueHeads = 0 }},
		{"linear_key_dim", func(o *Options) { o.LinearKeyDim = 24 }},
		{"linear_value_dim", func(o *Options) { o.LinearValueDim = 0 }},
		{"vocabulary", func(o *Options) { o.Vocabulary = 259 }},
		{"dtype", func(o *Options) { o.DType = "float64" }},
		{"dtype", func(o *Options) { o.DType = "" }},
		{"poison", func(o *Options) { o.Poison = []Trigger{{"unknown", 300}} }},
		{"poison", func(o *Options) { o.Poison = []Trigger{{NaN, 383}} }}, // the last token
		{"poison", func(o *Options) { o.Poison = []Trigger{{NaN, 0}} }},
		{"poison", func(o *Options) { o.DType, o.Poison = "float16", []Trigger{{NaN, 300}} }},
		{"poison", func(o *Options) { o.Tied, o.Poison = true, []Trigger{{PosInf, 300}} }},
	} {
		o := DefaultOptions()
		c.change(&o)
		dir := filepath.Join(t.TempDir(), "model")
		err := Make(t.Context(), dir, o)
		var refused *OptionError
		if !errors.Is(err, ErrOptions) || !errors.As(err, &refused) || refused.Option != c.option {
			t.Errorf("%+v: %v, want %s refused", o, err, c.option)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: a folder was made", c.option)
		}
	}
}
