package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/sys/cpu"

	"rowproof/engine/logits"
	"rowproof/oracle"
)

type doctorCmd struct{}

// Help is shown by doctor --help.
func (*doctorCmd) Help() string {
	return `Shows what a report of a problem should say: versions, how rows are scanned, CPU features, the
built-in receipts and whether this machine could record them again.

Example:

    rowproof doctor`
}

// Run prints the facts.
func (*doctorCmd) Run(ctx context.Context, p *program) error {
	files, err := p.load(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fact := func(name, format string, args ...any) { fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, args...)) }
	fact("rowproof", "%s", version())
	fact("go", "%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fact("row scan", "%s (%s)", scanKind(), experiment())
	fact("cpu", "%s", orNone(cpuFeatures()))
	fact("gomaxprocs", "%d", runtime.GOMAXPROCS(0))
	fact("receipts", "%d cases in %d files", countCases(files), len(files))
	generations, err := builtInRecords()
	if err != nil {
		return err
	}
	fact("generations", "%d cases in %d files", countRecords(generations), len(generations))
	for _, line := range recordedWith(files) {
		fact("recorded with", "%s", line)
	}
	fact("re-record", "%s", canRecord())
	return w.Flush()
}

// scanKind is how the engine looks through a row.
func scanKind() string { return logits.ScanKind() }

func experiment() string {
	if slices.Contains(strings.Split(buildSetting("GOEXPERIMENT"), ","), "simd") {
		return "built with GOEXPERIMENT=simd"
	}
	return "built without GOEXPERIMENT=simd"
}

// cpuFeatures names the features that matter to row scans and to recording.
func cpuFeatures() []string {
	var names []string
	for _, f := range []struct {
		has  bool
		name string
	}{
		{cpu.X86.HasSSE41, "sse4.1"},
		{cpu.X86.HasAVX, "avx"},
		{cpu.X86.HasAVX2, "avx2"},
		{cpu.X86.HasFMA, "fma"},
		{cpu.X86.HasAVX512F, "avx512f"},
		{cpu.X86.HasAVX512VL, "avx512vl"},
		{cpu.ARM64.HasASIMD, "asimd"},
		{cpu.ARM64.HasSVE, "sve"},
	} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return names
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "no features known"
	}
	return strings.Join(list, " ")
}

func countCases(files []*oracle.File) int {
	n := 0
	for _, f := range files {
		n += len(f.Cases)
	}
	return n
}

// recordedWith lists the versions in the headers, each combination once.
func recordedWith(files []*oracle.File) []string {
	var lines []string
	for _, f := range files {
		if line := versions(f.Header); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

func versions(h oracle.Header) string {
	if h.MTPLX == "" {
		return fmt.Sprintf("%s, commit %s, %s", h.Source, h.Commit, h.Libm)
	}
	return fmt.Sprintf("mtplx %s, mlx %s, numpy %s (%s), python %s, %s, %s",
		h.MTPLX, h.MLX, h.NumPy, strings.Join(h.NumPySIMD, " "), h.Python, strings.Join(h.Libc, " "), h.Machine)
}

// canRecord says whether the oracle would give the same last bits on this CPU. Its
// float64 exp is glibc's with FMA; NumPy has another one for AVX-512, and without FMA
// glibc's own differs.
func canRecord() string {
	switch {
	case runtime.GOARCH != "amd64":
		return "no: the receipts come from x86-64, another CPU can give other last bits"
	case !cpu.X86.HasAVX2 || !cpu.X86.HasFMA:
		return "no: without AVX2 and FMA the oracle's exp gives other last bits"
	case cpu.X86.HasAVX512F:
		return "only with NumPy's AVX-512 kernels switched off (NPY_DISABLE_CPU_FEATURES): they have another exp"
	}
	return "yes: AVX2 and FMA, no AVX-512"
}
