//go:build faultinject

package shim

import (
	"net/http"

	"rowproof/engine/fault"
)

// faultHeader carries a plan for engine/fault.
const faultHeader = "X-Rowproof-Fault"

func planned(r *http.Request) (fault.Plan, error) {
	p, err := fault.Parse(r.Header.Get(faultHeader))
	if err != nil {
		return p, refuse(faultHeader, "%v", err)
	}
	return p, nil
}
