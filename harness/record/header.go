package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rowproof/harness"
	"rowproof/oracle"
)

// The schemas of receipt files.
const (
	schemaRows = "qwen-numfail-receipts/1"
	schemaDS4  = "ds4-control/1"
)

// newHeader says in the fields of a receipt header who answered. What the oracle
// tells about itself under their names (python, numpy, mlx, mtplx, device, machine,
// libc, numpy_simd, record_sha256) goes there; libc and numpy_simd are lists of
// words. device is what computed: without a word for it, the engine itself with its
// version and all its details. The header of the DS4 receipts has source and commit
// for engine and version, and libm.
func newHeader(info harness.Info, group string, seed int) oracle.Header {
	d := info.Details
	if group == oracle.GroupDS4 {
		return oracle.Header{Schema: schemaDS4, Group: group, Source: describe(info), Commit: info.Version, Libm: d["libm"]}
	}
	h := oracle.Header{
		Schema: schemaRows, Group: group, Seed: seed,
		Python: d["python"], NumPy: d["numpy"], MLX: d["mlx"], MTPLX: d["mtplx"],
		Device: d["device"], Machine: d["machine"],
		// Lists, if empty: the reader does not take null for one.
		Libc:         append([]string{}, strings.Fields(d["libc"])...),
		NumPySIMD:    append([]string{}, strings.Fields(d["numpy_simd"])...),
		RecordSHA256: d["record_sha256"],
	}
	if info.Name == "mtplx" && h.MTPLX == "" {
		h.MTPLX = info.Version
	}
	if h.Device == "" {
		h.Device = describe(info)
	}
	return h
}

// describe is "NAME VERSION (key value, ...)".
func describe(info harness.Info) string {
	text := strings.TrimSpace(info.Name + " " + info.Version)
	var details []string
	for _, key := range slices.Sorted(maps.Keys(info.Details)) {
		details = append(details, fmt.Sprintf("%s %s", key, info.Details[key]))
	}
	if len(details) > 0 {
		text += " (" + strings.Join(details, ", ") + ")"
	}
	return text
}
