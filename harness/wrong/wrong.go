package wrong

import (
	"errors"
	"fmt"
	"strings"

	"rowproof/harness"
	"rowproof/harness/inprocess"
)

// ErrUnknown marks a name that no engine here has.
var ErrUnknown = errors.New("no such wrong engine")

// Engine is an engine with one mistake. It is a harness.Engine.
type Engine struct {
	Name    string // e.g. "last-tie-wins"
	Mistake string // what it does wrong, and what is right, in one sentence
	Report  string // address of a public account of such a mistake, "" if none is known
	plain
}

// mistake makes one step of the plain engine wrong.
type mistake struct {
	name, text, report string
	make               func(h *hooks)
}

func (m mistake) engine() Engine {
	h := right()
	m.make(h)
	info := harness.Info{Name: "wrong:" + m.name, Version: "1", Details: map[string]string{"mistake": m.text}}
	return Engine{m.name, m.text, m.report, plain{h, info, inprocess.New()}}
}

// All are the wrong engines, in the order in which a token is made.
func All() []Engine {
	var all []Engine
	for _, list := range [][]mistake{verdictMistakes, windowMistakes, arithmeticMistakes, selectionMistakes, streamMistakes, lawMistakes} {
		for _, m := range list {
			all = append(all, m.engine())
		}
	}
	return all
}

// ByName is the engine of that name; the error wraps ErrUnknown and lists the names
// there are.
func ByName(name string) (Engine, error) {
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Engine{}, fmt.Errorf("%w: %q; there are %s", ErrUnknown, name, strings.Join(names, ", "))
}

// Doc says in a few lines what is wrong with the engine and where it is caught.
func (e Engine) Doc() string {
	var b strings.Builder
	fmt.Fprintf(&b, "wrong:%s\n  %s\n", e.Name, e.Mistake)
	if e.Report != "" {
		fmt.Fprintf(&b, "  Such a mistake in public: %s\n", e.Report)
	}
	for _, c := range Caught() {
		if c.Engine == e.Name {
			fmt.Fprintf(&b, "  Caught in %s (%s receipts): %d differ.\n", c.Group, c.Receipts, c.Differ)
		}
	}
	return b.String()
}
