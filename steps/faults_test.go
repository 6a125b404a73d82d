package steps

import (
	"regexp"
	"slices"
	"testing"
	"testing/fstest"

	"rowproof/features"
)

// instead is the vocabulary with another method for the sentence that a text is
// bound to.
func instead(t *testing.T, vocabulary []step, text string, method any) []step {
	t.Helper()
	changed := slices.Clone(vocabulary)
	for i, s := range changed {
		if s.pattern.MatchString(text) {
			changed[i].method = method
			return changed
		}
	}
	t.Fatalf("nothing binds %q", text)
	return nil
}

// withAndWithout are the outcomes of a feature's scenarios with a changed vocabulary:
// of those that say a sentence, and of the others.
func withAndWithout(t *testing.T, file string, vocabulary []step, sentence string) (with, without map[string]Outcome) {
	t.Helper()
	text, err := features.FS.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := suite{"features", fstest.MapFS{file: {Data: text}}, vocabulary}
	pattern, says := regexp.MustCompile(sentence), map[string]bool{}
	for _, f := range parse(t, s) {
		for _, p := range f.pickles {
			for _, st := range p.Steps {
				says[p.Name] = says[p.Name] || pattern.MatchString(st.Text)
			}
		}
	}
	r, err := s.run(t.Context(), Options{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	with, without = map[string]Outcome{}, map[string]Outcome{}
	for name, outcome := range outcomes(r) {
		if says[name] {
			with[name] = outcome
		} else {
			without[name] = outcome
		}
	}
	if len(with) == 0 {
		t.Fatalf("%s never says %s", file, sentence)
	}
	return with, without
}

func all(t *testing.T, file string, scenarios map[string]Outcome, want Outcome) {
	t.Helper()
	for name, outcome := range scenarios {
		if outcome != want {
			t.Errorf("%s: %s: %s, want %s", file, name, outcome, want)
		}
	}
}

// TestWithoutItsFaultAScenarioFails: on a healthy model nothing fails where a feature
// says that it must. To a loop that does not look, every model is healthy.
func TestWithoutItsFaultAScenarioFails(t *testing.T) {
	healthy := instead(t, allSteps, "a verify row for token 2 with one NaN", func(*world, string, int, string) error { return nil })
	for _, file := range []string{"broken_forwards.feature", "generation.feature", "prefix_reuse.feature"} {
		broken, sound := withAndWithout(t, file, healthy, `row for token \d+ with`)
		all(t, file, broken, Failed)
		all(t, file, sound, Passed)
	}
}

// TestWithoutAPassingFaultAScenarioFails: the same for a fault that comes once.
func TestWithoutAPassingFaultAScenarioFails(t *testing.T) {
	healthy := instead(t, allSteps, "ar row 2 from here comes out with all NaN", func(*world, string, int, string) error { return nil })
	for _, file := range []string{"ownership.feature", "kept_on_disk.feature", "ds4_conversations.feature"} {
		broken, sound := withAndWithout(t, file, healthy, `from here comes out with`)
		all(t, file, broken, Failed)
		all(t, file, sound, Passed)
	}
}

// TestWithoutPoisonAScenarioFails: the same for the real model.
func TestWithoutPoisonAScenarioFails(t *testing.T) {
	healthy := instead(t, allSteps, `token 301 is poisoned with "nan"`, func(*world, int, string) error { return nil })
	healthy = instead(t, healthy, `token 3 of the answer is poisoned with "nan"`, func(*world, int, string) error { return nil })
	healthy = instead(t, healthy, `the last token of the prompt is poisoned with "nan"`, func(*world, string) error { return nil })
	broken, _ := withAndWithout(t, "tiny_model.feature", healthy, `^it fails in `)
	all(t, "tiny_model.feature", broken, Failed)
}

// TestWithoutDamageAFolderIsLoaded: the same for what is wrong with a folder.
func TestWithoutDamageAFolderIsLoaded(t *testing.T) {
	sound := instead(t, allSteps, "the folder is loaded", func(w *world) error {
		clean, err := w.models.get("float32", "")
		if err != nil {
			return err
		}
		w.folder = clean.dir
		return w.whenLoaded()
	})
	refused, loaded := withAndWithout(t, "model_folder.feature", sound, "^it is refused for")
	all(t, "model_folder.feature", refused, Failed)
	all(t, "model_folder.feature", loaded, Passed)
}

// TestDraftsThatAreNotMadeAreMissed: equal answers alone would not show that nothing
// was drafted.
func TestDraftsThatAreNotMadeAreMissed(t *testing.T) {
	plain := instead(t, allSteps, `decoding with 3 drafts in the lane "batched+cycle"`, func(*world, int, string) error { return nil })
	for file, sentence := range map[string]string{
		"drafts.feature":  `^the rounds are|\d draft,`,
		"copying.feature": `^the rounds are`,
	} {
		shown, _ := withAndWithout(t, file, plain, sentence)
		all(t, file, shown, Failed)
	}
}
