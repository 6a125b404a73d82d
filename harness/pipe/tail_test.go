package pipe

import (
	"strings"
	"testing"
)

func TestTheTailKeepsTheEnd(t *testing.T) {
	for _, tc := range []struct {
		written []string
		want    string
	}{
		{nil, ""},
		{[]string{"\n"}, ""},
		{[]string{"one\n"}, "\nstderr:\none"},
		{[]string{"12345678"}, "\nstderr:\n12345678"},
		{[]string{"123456789"}, "\nstderr (its end):\n...23456789"},
		{[]string{"1234", "5678", "9"}, "\nstderr (its end):\n...23456789"},
		{[]string{"12", strings.Repeat("x", 100)}, "\nstderr (its end):\n...xxxxxxxx"},
		{[]string{"a\xffb"}, "\nstderr:\na�b"},
	} {
		k := &tail{size: 8}
		for _, text := range tc.written {
			if n, err := k.Write([]byte(text)); n != len(text) || err != nil {
				t.Errorf("got %d, %v", n, err)
			}
		}
		if got := k.String(); got != tc.want {
			t.Errorf("%q: got %q, want %q", tc.written, got, tc.want)
		}
		k.forget()
		if got := k.String(); got != "" {
			t.Errorf("forgotten: got %q", got)
		}
	}
}
