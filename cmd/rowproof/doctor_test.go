package main

import (
	"strings"
	"testing"

	"rowproof/oracle"
)

func TestVersionsOfHeadersAreListedOnce(t *testing.T) {
	rows := oracle.Header{MTPLX: "1", MLX: "2", NumPy: "3", NumPySIMD: []string{"X"}, Python: "4", Libc: []string{"glibc", "5"}, Machine: "m"}
	ds4 := oracle.Header{Source: "s", Commit: "c", Libm: "l"}
	got := recordedWith([]*oracle.File{{Header: rows}, {Header: ds4}, {Header: rows}})
	want := "mtplx 1, mlx 2, numpy 3 (X), python 4, glibc 5, m; s, commit c, l"
	if strings.Join(got, "; ") != want {
		t.Errorf("got %v", got)
	}
}
