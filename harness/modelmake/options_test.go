package modelmake

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOptionsAreRefusedByName(t *testing.T) {
	for _, c := range []struct {
		option string
		change func(*Options)
	}{
		{"Layers", func(o *Options) { o.Layers = 0 }},
		{"Layers", func(o *Options) { o.Layers = 3 }}, // no full attention
		{"Layers", func(o *Options) { o.Layers = 65 }},
		{"Interval", func(o *Options) { o.Interval = 1 }}, // no recurrence
		{"Interval", func(o *Options) { o.Interval = -4 }},
		{"Hidden", func(o *Options) { o.Hidden = 16 }},
		{"Hidden", func(o *Options) { o.Hidden = 1 << 20 }},
		{"Hidden", func(o *Options) { o.Hidden, o.Vocabulary = 1<<14, 1<<20 }}, // too large together
		{"Intermediate", func(o *Options) { o.Intermediate = 1 }},
		{"Heads", func(o *Options) { o.Heads = 0 }},
		{"KVHeads", func(o *Options) { o.KVHeads = 0 }},
		{"KVHeads", func(o *Options) { o.KVHeads = 3 }},
		{"HeadDim", func(o *Options) { o.HeadDim = 4 }},
		{"HeadDim", func(o *Options) { o.HeadDim = 33 }},
		{"LinearKeyHeads", func(o *Options) { o.LinearKeyHeads = 3 }},
		{"LinearKeyHeads", func(o *Options) { o.LinearKeyHeads = 8 }},
		{"LinearValueHeads", func(o *Options) { o.LinearValueHeads = 0 }},
		{"LinearKeyDim", func(o *Options) { o.LinearKeyDim = 24 }},
		{"LinearValueDim", func(o *Options) { o.LinearValueDim = 0 }},
		{"Vocabulary", func(o *Options) { o.Vocabulary = 259 }},
		{"DType", func(o *Options) { o.DType = "float64" }},
		{"DType", func(o *Options) { o.DType = "" }},
		{"Poison", func(o *Options) { o.Poison = []Trigger{{"unknown", 300}} }},
		{"Poison", func(o *Options) { o.Poison = []Trigger{{NaN, 383}} }}, // the last token
		{"Poison", func(o *Options) { o.Poison = []Trigger{{NaN, 0}} }},
		{"Poison", func(o *Options) { o.DType, o.Poison = "float16", []Trigger{{NaN, 300}} }},
		{"Poison", func(o *Options) { o.Tied, o.Poison = true, []Trigger{{PosInf, 300}} }},
	} {
		o := DefaultOptions()
		c.change(&o)
		dir := filepath.Join(t.TempDir(), "model")
		err := Make(dir, o)
		if !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), " "+c.option+":") {
			t.Errorf("%+v: %v, want %s refused", o, err, c.option)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: a folder was made", c.option)
		}
	}
}
