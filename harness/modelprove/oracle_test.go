package modelprove

import (
	"errors"
	"strings"
	"testing"

	"rowproof/harness/e2erecord"
)

func TestAnswersAreJudgedFirst(t *testing.T) {
	draft := func(out map[string]any) map[string]any { return out["drafts"].([]map[string]any)[1] }
	for _, c := range []struct {
		name   string
		garble func(out map[string]any)
		says   string
	}{
		{"no rows", func(out map[string]any) { delete(out, "logits") }, "the last row has 0 logits, not 384"},
		{"a shorter row", func(out map[string]any) { out["logits"] = packed(make([]float32, 383)) }, "383 logits"},
		{"half a value", func(out map[string]any) { out["logits"] = "AAA=" }, "2 bytes"},
		{"no base64", func(out map[string]any) { out["logits"] = "*" }, "base64"},
		{"numbers", func(out map[string]any) { out["logits"] = []int{1} }, "cannot unmarshal"},
		{"fewer drafts", func(out map[string]any) { out["drafts"] = []int{} }, "drafts are 1, 1 and 0, not 1, 1 and 3"},
		{"more best tokens", func(out map[string]any) { out["argmax"] = []int{1, 2} }, "argmax, census and drafts are 2"},
		{"fewer censuses", func(out map[string]any) { out["census"] = []e2erecord.Census{} }, "argmax, census and drafts are 1, 0"},
		{"no token", func(out map[string]any) { out["argmax"] = []int{384} }, "384 is no token"},
		{"no input", func(out map[string]any) { draft(out)["input"] = -1 }, "-1 is no token"},
		{"a census of another row", func(out map[string]any) { out["census"] = []e2erecord.Census{{NaN: 1}} }, "the last row is said to be 1 NaN and is finite"},
		{"a census of another draft", func(out map[string]any) { draft(out)["census"] = e2erecord.Census{NegInf: 2} }, "draft row 2 is said to be 2 -Inf and is finite"},
	} {
		_, err := Prove(t.Context(), &fake{t: t, garble: c.garble}, shared+"tiny-f32")
		if !errors.Is(err, ErrAnswer) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}
