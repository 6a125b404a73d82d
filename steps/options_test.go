package steps

import "testing"

func TestDefaults(t *testing.T) {
	a, b := Options{}.withDefaults(), Options{}.withDefaults()
	if a.Seed <= 0 || a.Seed == b.Seed {
		t.Errorf("seeds %d and %d", a.Seed, b.Seed)
	}
	if a.Engine == nil || a.Concurrency < 1 || a.Deadline != DefaultDeadline || a.Progress == nil {
		t.Errorf("%+v", a)
	}
	if c := (Options{Seed: -5, Concurrency: 3}).withDefaults(); c.Seed != -5 || c.Concurrency != 3 {
		t.Errorf("%+v", c)
	}
}
