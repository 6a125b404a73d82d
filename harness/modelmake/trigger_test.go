package modelmake

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseTriggers(t *testing.T) {
	got, err := ParseTriggers("nan:382,dnan:382, most:5")
	want := []Trigger{{NaN, 382}, {DraftNaN, 382}, {Most, 5}}
	if err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := ParseTriggers(""); len(got) != 0 || err != nil {
		t.Errorf("nothing: %v, %v", got, err)
	}
	for _, bad := range []string{"nan", "nan:", ":5", "NaN:5", "ddnan:5", "nan:5,", "nan:5x", "nan:03", "nan:+3", "nan: 3", "nan:-0", "nan:99999999999999999999"} {
		if got, err := ParseTriggers(bad); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), "option poison: ") {
			t.Errorf("%q: %v, %v", bad, got, err)
		}
	}
}

func TestTriggersAreOfTheirForm(t *testing.T) {
	data, err := json.Marshal(Trigger{DraftMask, 328})
	if err != nil || string(data) != `["dmask",328]` {
		t.Errorf("%s, %v", data, err)
	}
	for _, bad := range []string{`["nan"]`, `["nan",1,2]`, `["nan","1"]`, `[1,1]`, `{}`} {
		var trigger Trigger
		if json.Unmarshal([]byte(bad), &trigger) == nil {
			t.Errorf("%s gives %v", bad, trigger)
		}
	}
}

func TestOneFaultForOneRow(t *testing.T) {
	n := DefaultOptions().note()
	for _, c := range []struct {
		triggers string
		ok       bool
	}{
		{"nan:382,dnan:382", true},
		{"nan:382,nan:381", true},
		{"posinf:300,dmost:300,allneg:301", true},
		{"nan:382,nan:382", false},
		{"nan:382,posinf:382", false}, // whose census would the row have?
		{"dnan:382,done:382", false},
		{"nan:0", false},
		{"nan:-1", false},
		{"nan:384", false},
		{"nan:77", false}, // the column of posinf
		{"nan:78", false}, // of one
		{"dnan:200", false},
	} {
		triggers, err := ParseTriggers(c.triggers)
		if err != nil {
			t.Fatal(err)
		}
		if err := n.check(triggers, 384); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v", c.triggers, err)
		}
	}
}

// TestKindsThatAModelLacks: it is said why.
func TestKindsThatAModelLacks(t *testing.T) {
	for _, c := range []struct {
		change func(*Options)
		says   string
	}{
		{func(o *Options) { o.DType = "float16" }, "mask:300: not in float16, "},
		{func(o *Options) { o.Tied = true }, "mask:300: not in a tied model, which has only nan, dnan"},
		{func(o *Options) { o.Tied, o.DType = true, "float16" }, "mask:300: not in float16, "},
	} {
		o := DefaultOptions()
		c.change(&o)
		if err := o.note().check([]Trigger{{Mask, 300}}, o.Vocabulary); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}
