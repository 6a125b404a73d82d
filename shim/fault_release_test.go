//go:build !faultinject

package shim_test

import "testing"

// TestAReleaseIgnoresPlans.
func TestAReleaseIgnoresPlans(t *testing.T) {
	w := start(t, setup{})
	for _, plan := range []string{"prefill:1:nan", "sideways"} {
		if r := w.post("/v1/completions", `{"prompt":"The cat","temperature":0,"max_tokens":8}`, "X-Rowproof-Fault", plan); w.parse(r).Choices[0].Text != catAnswer {
			t.Errorf("%s: %d %s", plan, r.status, r.body)
		}
	}
}
