package e2erecord

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDifferences(t *testing.T) {
	cases := []struct {
		name, was, now string
		want           []string
	}{
		{"same", `{"ok":true,"nan":null}`, `{"ok":true,"nan":null}`, nil},
		{"tolerated", `{"events":[{"drafts":[{"accept_probability":0.5}]}],"margin":0.25}`, `{"events":[{"drafts":[{"accept_probability":0.5000000000005}]}],"margin":0.2500000005}`, nil},
		{
			"too far", `{"events":[{"drafts":[{"accept_probability":0.5}]}],"margin":0.25}`, `{"events":[{"drafts":[{"accept_probability":0.50000000001}]}],"margin":0.250001}`,
			[]string{"events[0].drafts[0].accept_probability: recorded 0.5, now 0.50000000001", "margin: recorded 0.25, now 0.250001"},
		},
		{"a uniform is exact", `{"rng":[["u",0.5]]}`, `{"rng":[["u",0.5000000000000001]]}`, []string{"rng[0][1]: recorded 0.5, now 0.5000000000000001"}},
		{"gone", `{"tokens":[1]}`, `{}`, []string{`tokens: recorded [1], now "absent"`}},
		{"gone inside", `{"events":[{"step":1}]}`, `{"events":[{}]}`, []string{`events[0].step: recorded 1, now "absent"`}},
		{"questions are not compared", `{"site":"prefill"}`, `{}`, nil},
		{"zero is not false", `{"ok":0}`, `{"ok":false}`, []string{"ok: recorded 0, now false"}},
	}
	for _, c := range cases {
		r := &Object{}
		var now map[string]json.RawMessage
		if err := json.Unmarshal([]byte(c.was), r); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(c.now), &now); err != nil {
			t.Fatal(err)
		}
		got, err := differences(r, now)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestDifferencesAreCounted(t *testing.T) {
	r := &Object{}
	if err := json.Unmarshal([]byte(`{"tokens":[0,0,0,0,0,0,0,0,0,0,0,0]}`), r); err != nil {
		t.Fatal(err)
	}
	got, err := differences(r, map[string]json.RawMessage{"tokens": []byte(`[1,1,1,1,1,1,1,1,1,1,1,1]`)})
	if err != nil || len(got) != shown+1 || got[shown] != "and 2 more" {
		t.Errorf("%q, %v", got, err)
	}
}
