//go:build faultinject

package fault

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rowproof/engine/model"
)

// Plan is one row to break. The zero one breaks none.
type Plan struct {
	boundary   model.Kind
	occurrence int // from 1
	row        int // from 0
	kind       kind
}

var boundaries = []model.Kind{model.Prefill, model.Decode, model.Verify, model.Copy, model.Draft, model.Repair, model.Final}

// Parse reads a plan; the empty text is the empty one. The error is an ErrPlan.
func Parse(text string) (Plan, error) {
	if text == "" {
		return Plan{}, nil
	}
	refused := fmt.Errorf("%w: %q is not BOUNDARY:OCCURRENCE[/ROW]:KIND", ErrPlan, text)
	words := strings.Split(text, ":")
	if len(words) != 3 {
		return Plan{}, refused
	}
	p := Plan{boundary: model.Kind(words[0]), kind: kind(words[2])}
	occurrence, row, inside := strings.Cut(words[1], "/")
	ok := number(occurrence, &p.occurrence) && p.occurrence > 0
	ok = ok && (!inside || number(row, &p.row))
	if !ok || !slices.Contains(boundaries, p.boundary) || !slices.Contains(kinds, p.kind) {
		return Plan{}, refused
	}
	return p, nil
}

func number(text string, into *int) bool {
	n, err := strconv.ParseUint(text, 10, 31)
	*into = int(n)
	return err == nil
}

func (p Plan) text() string {
	return fmt.Sprintf("%s:%d/%d:%s", p.boundary, p.occurrence, p.row, p.kind)
}
