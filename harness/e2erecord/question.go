package e2erecord

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"rowproof/oracle/e2e"
)

// commandGenerate asks for a run.
const commandGenerate = "generate"

// run is the request of one whole run.
type run struct {
	Model  string     `json:"model"` // a folder
	Prompt []int      `json:"prompt"`
	Mode   string     `json:"mode"` // ar or mtpk
	Params e2e.Params `json:"params"`
	Fault  *e2e.Fault `json:"fault"`
	Poison string     `json:"poison"` // KIND:TOKEN,...
}

// prompt is the prompt of a record, by name or in full.
func (f *File) prompt(r *Object) ([]int, error) {
	var name string
	if r.get("prompt", &name) != nil {
		var tokens []int
		err := r.get("prompt", &tokens)
		return tokens, err
	}
	tokens, ok := f.meta.Prompts[name]
	if !ok {
		return nil, fmt.Errorf("the meta line has no prompt %q", name)
	}
	return tokens, nil
}

// run is what a record asks of the models in a folder.
func (f *File) run(r *Object, models string) (run, error) {
	q := run{Model: filepath.Join(models, f.meta.Model)}
	var err error
	if q.Prompt, err = f.prompt(r); err != nil {
		return run{}, err
	}
	if err := errors.Join(r.get("mode", &q.Mode), r.get("params", &q.Params), r.get("poison", &q.Poison)); err != nil {
		return run{}, err
	}
	if !r.has("site") {
		return q, nil
	}
	q.Fault = &e2e.Fault{}
	err = errors.Join(r.get("site", &q.Fault.Site), r.get("fault", &q.Fault.Kind), r.get("sticky", &q.Fault.Sticky))
	return q, err
}

// text is a string field, or "".
func text(r *Object, name string) string {
	var s string
	if json.Unmarshal(r.values[name], &s) != nil {
		return ""
	}
	return s
}
