package derive

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rowproof/oracle"
)

// upstreamCommit is the state of MTPLX the package version stands for. The
// recording stored the version alone.
const upstreamCommit = "9882703f3105363ddc37eca9f97aa09a1d387112"

var errEnvironment = errors.New("receipts were recorded in different environments")

// fact is one thing known about a recording and where it is known from.
type fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

type environmentText struct {
	Rows []fact `json:"rows"`
	DS4  []fact `json:"ds4"`
	Note string `json:"note"`
}

func environment(files []*oracle.File) ([]byte, error) {
	var rows, ds4 []fact
	for _, f := range files {
		known, facts := &rows, rowFacts(f.Header)
		if f.Header.Group == oracle.GroupDS4 {
			known, facts = &ds4, ds4Facts(f.Header)
		}
		if *known != nil && fmt.Sprint(*known) != fmt.Sprint(facts) {
			return nil, fmt.Errorf("%w: %s", errEnvironment, f.Name)
		}
		*known = facts
	}
	rows = append(rows, fact{"mtplx_commit", upstreamCommit, "named by the project for this package version; the recording stored the version alone"})
	return document(environmentText{
		Rows: rows,
		DS4:  ds4,
		Note: "The last bits of float64 exp depend on the SIMD level numpy found: with AVX-512 it uses a kernel of its own. Compare new recordings only at the same numpy_simd and libc.",
	})
}

func rowFacts(h oracle.Header) []fact {
	const header = "header of every file in rows/"
	return []fact{
		{"schema", h.Schema, header},
		{"seed", strconv.Itoa(h.Seed), header},
		{"python", h.Python, header},
		{"numpy", h.NumPy, header},
		{"mlx", h.MLX, header},
		{"mtplx", h.MTPLX, header},
		{"device", h.Device, header},
		{"machine", h.Machine, header},
		{"libc", strings.Join(h.Libc, " "), header},
		{"numpy_simd", strings.Join(h.NumPySIMD, " "), header + "; the CPU features numpy dispatched to"},
		{"record_sha256", h.RecordSHA256, header + "; digest of the recorder"},
	}
}

func ds4Facts(h oracle.Header) []fact {
	const header = "header of the file in ds4/"
	return []fact{
		{"schema", h.Schema, header},
		{"source", h.Source, header},
		{"commit", h.Commit, header},
		{"libm", h.Libm, header},
	}
}
