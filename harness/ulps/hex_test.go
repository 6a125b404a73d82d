package ulps_test

import (
	"testing"

	"rowproof/harness/ulps"
)

func TestOfHexReadsTheTypeFromTheLength(t *testing.T) {
	for _, tc := range []struct{ a, b, want string }{
		{"3f800000", "3f800001", "1 ulp"},
		{"3ff0000000000000", "3ff0000000000003", "3 ulp"},
		{"0000000000000000", "8000000000000000", "sign of zero"},
		{"7ff0000000000000", "3ff0000000000000", "infinite"},
	} {
		got, err := ulps.OfHex(tc.a, tc.b)
		if err != nil || got.String() != tc.want {
			t.Errorf("%s, %s: got %v, %v, want %s", tc.a, tc.b, got, err, tc.want)
		}
	}
}

func TestOfHexRefusesWhatIsNoPairOfNumbers(t *testing.T) {
	for _, tc := range [][2]string{
		{"3f800000", "3ff0000000000000"},
		{"3f80000g", "3f800000"},
		{"3f800000", "3F800000"},
		{"", ""},
	} {
		if got, err := ulps.OfHex(tc[0], tc[1]); err == nil {
			t.Errorf("%q: got %v, want an error", tc, got)
		}
	}
}

func TestValueIsTheShortestDecimal(t *testing.T) {
	for hex, want := range map[string]string{
		"3dcccccd":         "0.1",
		"3fb999999999999a": "0.1",
		"7fc00000":         "NaN",
		"fff0000000000000": "-Inf",
	} {
		if got, err := ulps.Value(hex); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", hex, got, err, want)
		}
	}
	if _, err := ulps.Value("zz"); err == nil {
		t.Error("no error for zz")
	}
}
