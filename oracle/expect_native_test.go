package oracle_test

import (
	"testing"

	"rowproof/oracle"
)

// TestNativeReaders expects of every recorded native row: the argmax sites refuse
// a broken one as greedy at any temperature, the ordinary entry names its own
// reader, the default draft is asked at temperature 0, and the lazy sampler stays
// as recorded.
func TestNativeReaders(t *testing.T) {
	for _, c := range allFiles(t)[indexOf(t, oracle.GroupNative)].Cases {
		in, out := c.In.(*oracle.NativeIn), c.Out.(*oracle.NativeOut)
		exp := expect(t, c)
		nan, inf, broken := in.Row.Census()
		cold := in.Cfg.Temperature <= 0
		if lazy := part(exp, "lazy"); lazy != string(oracle.Canonical(out.Lazy)) {
			t.Errorf("%s: lazy is %s", c.ID, lazy)
		}
		greedy := refusal(oracle.WhereGreedy, nan, inf, in.Row.Width())
		for _, site := range []string{"argmax_7577", "argmax_13295", "argmax_15371", "argmax_batched"} {
			if refused := part(exp, site) == greedy; refused != broken {
				t.Errorf("%s: %s is %s", c.ID, site, part(exp, site))
			}
		}
		if refused := part(exp, "draft_unchecked") == greedy; refused != (broken && cold) {
			t.Errorf("%s: draft_unchecked is %s", c.ID, part(exp, "draft_unchecked"))
		}
		if asked := part(exp, "draft_unchecked") != "null"; asked != cold {
			t.Errorf("%s: draft_unchecked is %s at temperature %v", c.ID, part(exp, "draft_unchecked"), in.Cfg.Temperature)
		}
		if exception := len(classesOf(exp)) > 0; exception != broken {
			t.Errorf("%s: %v", c.ID, partsOf(exp))
		}
	}
}
