package report

import "runtime"

// Environment is where a report was made. Two reports that disagree in it may
// disagree in their reasons too.
type Environment struct {
	Go   string `json:"go"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	SIMD string `json:"simd"` // how rows are scanned: "avx2", "portable", ...
}

// Here is the environment of this program; simd names its row scan.
func Here(simd string) Environment {
	return Environment{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, SIMD: simd}
}
