package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cucumber/godog"

	"rowproof/harness"
	"rowproof/oracle"
)

// replaySteps put whole groups of receipts to the engine.
var replaySteps = []step{
	bound(`the receipts of group "([^"]+)"`, (*world).givenGroup),
	bound(`all receipts of schema "([^"]+)"`, (*world).givenSchema),
	bound(`of them only the kinds that begin with "([^"]+)"`, (*world).givenKinds),
	bound(`of them only the entry "([^"]+)"`, (*world).givenEntry),
	bound(`there are (\d+) cases`, (*world).thenCases),
	bound(`their headers declare (\d+) cases`, (*world).thenDeclared),
	bound(`each case records (\d+) draws`, (*world).thenDraws),
	bound(`each case is read in the given and in the reversed order`, (*world).thenBothOrders),
	bound(`their temperatures are`, (*world).thenTemperatures),
	bound(`their widths are`, (*world).thenWidths),
	bound(`the engine replays them`, (*world).whenReplayed),
	bound(`(\d+) (?:is|are) bit-equal and (\d+) (?:is a declared exception|are declared exceptions)`, (*world).thenCounts),
	bound(`none differs and none is unsupported`, (*world).thenProven),
	bound(`the exceptions are`, (*world).thenClasses),
	bound(`the only declared class that no receipt shows is "([^"]+)"`, (*world).thenUnmet),
}

// take keeps the files that want wants.
func (w *world) take(want func(*oracle.File) bool) error {
	files, err := w.receipts()
	if err != nil {
		return err
	}
	for _, f := range files {
		if want(f) {
			w.files = append(w.files, f)
		}
	}
	if len(w.files) == 0 {
		return harness.ErrNoReceipts
	}
	return nil
}

func (w *world) givenGroup(group string) error {
	return w.take(func(f *oracle.File) bool { return f.Header.Group == group })
}

func (w *world) givenSchema(schema string) error {
	return w.take(func(f *oracle.File) bool { return f.Header.Schema == schema })
}

func (w *world) givenKinds(prefix string) error {
	return w.narrow(func(c *oracle.Case) bool { return strings.HasPrefix(c.Kind, prefix) })
}

func (w *world) givenEntry(entry string) error {
	return w.narrow(func(c *oracle.Case) bool { return c.Entry == entry })
}

// narrow keeps some cases of each file, in files of its own: the others belong
// to everybody.
func (w *world) narrow(want func(*oracle.Case) bool) error {
	for i, f := range w.files {
		part := &oracle.File{Name: f.Name, Header: f.Header}
		for _, c := range f.Cases {
			if want(c) {
				part.Cases = append(part.Cases, c)
			}
		}
		w.files[i] = part
	}
	return nil
}

func (w *world) cases() []*oracle.Case {
	var all []*oracle.Case
	for _, f := range w.files {
		all = append(all, f.Cases...)
	}
	return all
}

func (w *world) thenCases(n int) error { return same(len(w.cases()), n) }

func (w *world) thenDeclared(n int) error {
	sum := 0
	for _, f := range w.files {
		sum += f.Header.Cases
	}
	return same(sum, n)
}

func same[T comparable](seen, want T) error {
	if seen != want {
		return fmt.Errorf("seen %v", seen)
	}
	return nil
}

func (w *world) thenDraws(n int) error {
	return w.each(func(c *oracle.Case) error {
		switch out := c.Out.(type) {
		case *oracle.OrdinaryOut:
			return same(len(out.Draws), n)
		case *oracle.DS4Out:
			return same(len(out.Draws), n)
		}
		return fmt.Errorf("%T has no draws", c.Out)
	})
}

func (w *world) thenBothOrders() error {
	return w.each(func(c *oracle.Case) error {
		out, ok := c.Out.(*oracle.GreedyOut)
		if !ok {
			return fmt.Errorf("%T has no order", c.Out)
		}
		given := slices.Clone(out.Reversed.Order)
		slices.Reverse(given)
		if !slices.IsSorted(out.Forward.Order) || !slices.Equal(given, out.Forward.Order) {
			return fmt.Errorf("orders %v and %v", out.Forward.Order, out.Reversed.Order)
		}
		return nil
	})
}

// each looks at every case; having none to look at is an error.
func (w *world) each(look func(*oracle.Case) error) error {
	all := w.cases()
	if len(all) == 0 {
		return errNoAnswer
	}
	for _, c := range all {
		if err := look(c); err != nil {
			return fmt.Errorf("%s: %w", c.ID, err)
		}
	}
	return nil
}

func (w *world) thenTemperatures(t *godog.Table) error {
	return w.tally(t, func(c *oracle.Case) (float64, error) {
		switch in := c.In.(type) {
		case *oracle.NativeIn:
			return float64(in.Cfg.Temperature), nil
		case *oracle.DS4In:
			return in.Temperature, nil
		}
		return 0, fmt.Errorf("%T has no temperature", c.In)
	})
}

func (w *world) thenWidths(t *godog.Table) error {
	return w.tally(t, func(c *oracle.Case) (float64, error) {
		in, ok := c.In.(*oracle.GreedyIn)
		if !ok {
			return 0, fmt.Errorf("%T has no rows", c.In)
		}
		return float64(in.Rows.Width()), nil
	})
}

// tally counts cases by a number and compares with a table of all its values.
func (w *world) tally(t *godog.Table, of func(*oracle.Case) (float64, error)) error {
	seen := map[string]int{}
	err := w.each(func(c *oracle.Case) error {
		v, err := of(c)
		seen[strconv.FormatFloat(v, 'g', -1, 64)]++
		return err
	})
	if err != nil {
		return err
	}
	return sameTally(t, seen)
}

func sameTally(t *godog.Table, seen map[string]int) error {
	want := map[string]string{}
	for _, line := range t.Rows[1:] {
		want[line.Cells[0].Value] = line.Cells[1].Value
	}
	got := map[string]string{}
	for name, n := range seen {
		got[name] = strconv.Itoa(n)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) { // maps print sorted
		return fmt.Errorf("seen %v", got)
	}
	return nil
}

func (w *world) whenReplayed(ctx context.Context) error {
	var err error
	w.summary, err = harness.Replay(ctx, w.engine, w.files, harness.Options{})
	return err
}

func (w *world) total() (harness.Counts, error) {
	if w.summary == nil {
		return harness.Counts{}, errNoAnswer
	}
	return w.summary.Total, nil
}

func (w *world) thenCounts(equal, exceptions int) error {
	n, err := w.total()
	if err != nil {
		return err
	}
	if n.Equal != equal || n.Exceptions != exceptions {
		return errors.New(w.summary.Line())
	}
	return nil
}

func (w *world) thenProven() error {
	n, err := w.total()
	if err != nil {
		return err
	}
	if n.Differ != 0 || n.Unsupported != 0 || n.Total != len(w.cases()) {
		text := []string{w.summary.Line()}
		for _, v := range w.summary.NotProven() {
			text = append(text, fmt.Sprintf("%s:%d: case %s: %s", v.File, v.Line, v.ID, v.Problem()))
		}
		return errors.New(strings.Join(text, "\n"))
	}
	return nil
}

func (w *world) thenClasses(t *godog.Table) error {
	if w.summary == nil {
		return errNoAnswer
	}
	seen := map[string]int{}
	for _, c := range w.summary.Classes {
		seen[string(c.Class)] = c.Cases
	}
	return sameTally(t, seen)
}

func (w *world) thenUnmet(name string) error {
	if w.summary == nil {
		return errNoAnswer
	}
	var unmet []oracle.Class
	for _, class := range oracle.Classes() {
		if !slices.ContainsFunc(w.summary.Classes, func(c harness.ClassCounts) bool { return c.Class == class }) {
			unmet = append(unmet, class)
		}
	}
	if !slices.Equal(unmet, []oracle.Class{oracle.Class(name)}) {
		return fmt.Errorf("seen %v", unmet)
	}
	return nil
}
