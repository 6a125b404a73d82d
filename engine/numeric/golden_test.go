package numeric

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// golden reads testdata: values printed by the reference libraries themselves
// (glibc 2.36, MLX 0.32.2 on its CPU device, NumPy 2.4.6), as hexadecimal bits.
func golden(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines [][]string
	for s := bufio.NewScanner(f); s.Scan(); {
		lines = append(lines, strings.Fields(s.Text()))
	}
	if len(lines) == 0 {
		t.Fatalf("%s holds nothing", name)
	}
	return lines
}

func word(t *testing.T, s string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
