//go:build faultinject

package shim_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rowproof/shim"
)

// TestPlannedFaults: a header breaks one row of its request, at any boundary.
func TestPlannedFaults(t *testing.T) {
	for _, tc := range []struct {
		plan    string
		depth   int
		penalty float64
	}{
		{"prefill:1:nan", 0, 0},
		{"ar:3:posinf", 0, 0},
		{"final:1:allneg", 0, 0},
		{"prefill:1:allneg", 3, 0},
		{"verify:1/1:nan", 3, 0.5},
		{"draft:2:posinf", 3, 0.5},
		{"final:1:nan", 3, 0},
	} {
		t.Run(tc.plan, func(t *testing.T) {
			fields := greedy(catPrompt, 8, "presence_penalty", tc.penalty)
			undisturbed := start(t, setup{shim: shim.Options{Depth: tc.depth}}).ask(fields).Choices[0].Text
			for _, stream := range []bool{false, true} {
				w := start(t, setup{store: true, shim: shim.Options{Depth: tc.depth}})
				fields["stream"] = stream
				body, _ := json.Marshal(fields)
				r := w.post("/v1/completions", string(body), "X-Rowproof-Fault", tc.plan)
				if !strings.Contains(r.body, `"non_finite_logits"`) || strings.Contains(r.body, "[DONE]") || !stream && r.status != 500 {
					t.Errorf("stream %t: %d %s", stream, r.status, r.body)
				}
				fields["stream"] = false
				again := w.ask(fields)
				if again.Usage.Details.Cached != 0 || again.Choices[0].Text != undisturbed {
					t.Errorf("again: %+v, undisturbed %s", again, undisturbed)
				}
				if !w.metric(`rowproof_retries_total{start="cold"} 1`) || !w.metric(`rowproof_retries_total{start="warm"} 0`) {
					t.Errorf("the retry was not counted")
				}
			}
		})
	}
	w := start(t, setup{})
	if r := w.post("/v1/completions", `{"prompt":"The cat","temperature":0}`, "X-Rowproof-Fault", "prefill:1:mask"); r.status != 200 {
		t.Errorf("a legal mask: %s", r.body)
	}
	if r := w.post("/v1/completions", `{"prompt":"x"}`, "X-Rowproof-Fault", "sideways"); r.status != 400 || w.parse(r).Error.Param != "X-Rowproof-Fault" {
		t.Errorf("no plan: %s", r.body)
	}
	if r := w.post("/v1/completions", `{"prompt":"The cat","max_tokens":1}`, "X-Rowproof-Fault", "ar:900:nan"); r.status != 500 || !strings.Contains(r.body, "never reached") {
		t.Errorf("not reached: %s", r.body)
	}
}
