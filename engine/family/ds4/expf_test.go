package ds4

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// The pairs were recorded by calling expf of glibc 2.36 on a processor with
// fused multiply-add: special values, both edges of the range, subnormal
// results, the steps of the table, and random inputs.
func TestExpfAsRecorded(t *testing.T) {
	f, err := os.Open("testdata/expf.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pairs := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var x, want uint32
		if _, err := fmt.Sscanf(lines.Text(), "%x %x", &x, &want); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		pairs++
		got := expf(math.Float32frombits(x))
		if wantNaN := want == 0x7fc00000; wantNaN != (got != got) || !wantNaN && math.Float32bits(got) != want {
			t.Errorf("expf(%08x) = %08x, want %08x", x, math.Float32bits(got), want)
		}
	}
	if pairs != 3424 {
		t.Errorf("%d pairs in the file, want 3424", pairs)
	}
}
