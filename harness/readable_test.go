package harness_test

import (
	"encoding/json"
	"testing"

	"rowproof/harness"
)

func TestReadableWritesNumbersAsDecimals(t *testing.T) {
	for raw, want := range map[string]string{
		`{"tok":3,"next":"3fe0000000000000"}`:                   `{next: 0.5, tok: 3}`,
		`{"ids":[1,2],"p":"3fe0000000000000 3fe0000000000000"}`: `{ids: [1, 2], p: [0.5, 0.5]}`,
		`[{"op":"random","r":"7ff8000000000000"}]`:              `[{op: "random", r: NaN}]`,
		`{"rng_state":"3a0c38060fed0617","token":0}`:            `{rng_state: "3a0c38060fed0617", token: 0}`,
		`""`:     `""`,
		`null`:   `null`,
		`{"a":`:  `{"a":`,
		`"word"`: `"word"`,
	} {
		var p harness.PartVerdict
		if got := p.Readable(json.RawMessage(raw)); got != want {
			t.Errorf("%s: got %s, want %s", raw, got, want)
		}
	}
	var p harness.PartVerdict
	if got := p.Readable(nil); got != "absent" {
		t.Errorf("nil: got %s", got)
	}
}
