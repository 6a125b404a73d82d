package wrong

import (
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/oracle"
)

var update = flag.Bool("update", false, "write caught.txt again")

// TestEveryMistakeIsCaught replays every wrong engine. What differs is exactly what
// the table names; in all other groups not one outcome moves.
func TestEveryMistakeIsCaught(t *testing.T) {
	unchanged := map[string]*harness.Summary{}
	for set := range loaded {
		unchanged[set] = replay(t, Plain(), set)
	}
	engines := All()
	found := make([][]Catch, len(engines))
	t.Run("engines", func(t *testing.T) {
		for i, e := range engines {
			if i%every != 0 {
				continue
			}
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				for _, set := range []string{ReceiptsShared, ReceiptsAdded} {
					found[i] = append(found[i], catches(t, e, set, unchanged[set])...)
				}
				if found[i] == nil {
					t.Error("not caught")
				}
			})
		}
	})
	table := slices.Concat(found...)
	if *update && every == 1 {
		if err := os.WriteFile("caught.txt", []byte(formatCatches(table)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := slices.DeleteFunc(Caught(), func(c Catch) bool {
		i := slices.IndexFunc(engines, func(e Engine) bool { return e.Name == c.Engine })
		return i > 0 && i%every != 0 // one of no engine stays, to be found out
	})
	if d := cmp.Diff(want, table); d != "" {
		t.Errorf("caught.txt (-) and the replays (+): %s", d)
	}
}

// catches are the groups of a set in which an engine differs. The others must come
// to what they came to without the mistake, case by case.
func catches(t *testing.T, e Engine, set string, unchanged *harness.Summary) []Catch {
	t.Helper()
	summary := replay(t, e, set)
	var found []Catch
	differs := map[string]bool{}
	for _, g := range summary.Groups {
		if g.Differ > 0 {
			differs[g.Group] = true
			found = append(found, Catch{e.Name, set, g.Group, g.Differ})
		}
	}
	if len(summary.Verdicts) != len(unchanged.Verdicts) {
		t.Fatalf("%d cases asked, %d before", len(summary.Verdicts), len(unchanged.Verdicts))
	}
	for i, v := range summary.Verdicts {
		// It has to be caught by what it says: an engine that breaks down is easy.
		if v.Fault != "" || v.Outcome == harness.NotSupported {
			t.Errorf("%s gives no answer: %s", v.ID, v.Problem())
		}
		if was := unchanged.Verdicts[i].Outcome; v.Outcome != was && !differs[v.Group] {
			t.Errorf("%s is %s, was %s", v.ID, v.Outcome, was)
		}
	}
	return found
}

// TestEveryGroupCatchesSomething: a group in which no engine ever failed proves as
// little as a harness that never did.
func TestEveryGroupCatchesSomething(t *testing.T) {
	catching := map[string]bool{}
	for _, c := range Caught() {
		catching[c.Group] = true
	}
	for _, group := range oracle.Groups() {
		if !catching[group] {
			t.Errorf("no wrong engine is caught in %s", group)
		}
	}
}

func TestByName(t *testing.T) {
	e, err := ByName("last-tie-wins")
	if err != nil {
		t.Fatal(err)
	}
	info, err := e.Config(t.Context())
	if err != nil || info.Name != "wrong:last-tie-wins" || info.Details["mistake"] != e.Mistake {
		t.Errorf("got %+v, %v", info, err)
	}
	_, err = ByName("none")
	if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "last-tie-wins") {
		t.Errorf("got %v", err)
	}
}

// TestEveryEngineSaysWhatItDoes: a name, one sentence, and where it is caught.
func TestEveryEngineSaysWhatItDoes(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range All() {
		if seen[e.Name] {
			t.Errorf("two engines are called %s", e.Name)
		}
		seen[e.Name] = true
		if e.Name != strings.ToLower(e.Name) || strings.Contains(e.Name, " ") {
			t.Errorf("%q is no name for a command line", e.Name)
		}
		if !strings.HasSuffix(e.Mistake, ".") || strings.Contains(strings.TrimSuffix(e.Mistake, "."), ". ") {
			t.Errorf("%s: %q is not one sentence", e.Name, e.Mistake)
		}
		if e.Report != "" && !strings.HasPrefix(e.Report, "https://github.com/") {
			t.Errorf("%s: %q is no public report", e.Name, e.Report)
		}
		if doc := e.Doc(); !strings.Contains(doc, e.Mistake) || !strings.Contains(doc, "Caught in ") {
			t.Errorf("%s: %s", e.Name, doc)
		}
	}
	if len(seen) < 18 {
		t.Errorf("%d engines", len(seen))
	}
}
