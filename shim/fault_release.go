//go:build !faultinject

package shim

import (
	"net/http"

	"rowproof/engine/fault"
)

// planned is no fault: a release has none, whatever a request says.
func planned(*http.Request) (fault.Plan, error) { return fault.Plan{}, nil }
