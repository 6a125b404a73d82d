package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/harness"
	"rowproof/oracle"
)

func TestHeaderOfTheOracle(t *testing.T) {
	got := newHeader(harness.Info{Name: "mtplx", Version: "2.12.2", Details: map[string]string{
		"python": "3.11.7", "numpy": "2.4.6", "mlx": "0.32.2", "device": "mlx-cpu", "machine": "x86_64",
		"libc": "glibc 2.36", "numpy_simd": "X86_V3", "transformers": "5.16.1",
	}}, oracle.GroupRNG, 7)
	want := oracle.Header{
		Schema: "qwen-numfail-receipts/1", Group: oracle.GroupRNG, Seed: 7, Python: "3.11.7", NumPy: "2.4.6",
		MLX: "0.32.2", MTPLX: "2.12.2", Device: "mlx-cpu", Machine: "x86_64", Libc: []string{"glibc", "2.36"}, NumPySIMD: []string{"X86_V3"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestHeaderOfAnotherEngine(t *testing.T) {
	info := harness.Info{Name: "mine", Version: "1", Details: map[string]string{"b": "2", "a": "1", "libm": "own"}}
	h := newHeader(info, oracle.GroupRNG, 7)
	if h.Device != "mine 1 (a 1, b 2, libm own)" || h.MTPLX != "" || h.Libc == nil || h.NumPySIMD == nil {
		t.Errorf("%+v", h)
	}
	want := oracle.Header{Schema: "ds4-control/1", Group: oracle.GroupDS4, Source: "mine 1 (a 1, b 2, libm own)", Commit: "1", Libm: "own"}
	if d := cmp.Diff(want, newHeader(info, oracle.GroupDS4, 7)); d != "" {
		t.Error(d)
	}
	if got := describe(harness.Info{Name: "mine"}); got != "mine" {
		t.Errorf("%q", got)
	}
}
