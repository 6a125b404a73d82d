package shim

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"rowproof/engine/generate"
	"rowproof/engine/logits"
)

// Rows keeps the last rows that failed as files in a folder: evidence of what a model
// gave. Files of an earlier run count.
type Rows struct {
	dir string
	n   int

	mu   sync.Mutex
	last int
}

// OpenRows keeps n rows, at least one, in a folder, which is made if need be.
func OpenRows(dir string, n int) (*Rows, error) {
	if n < 1 {
		return nil, fmt.Errorf("%d rows to keep", n)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	r := &Rows{dir: dir, n: n}
	names, err := r.names()
	if err != nil {
		return nil, err
	}
	if len(names) > 0 {
		_, err = fmt.Sscanf(filepath.Base(names[len(names)-1]), rowName, &r.last)
	}
	return r, err
}

const rowName = "row-%09d.json"

// names are the rows that are there, the oldest first.
func (r *Rows) names() ([]string, error) {
	names, err := filepath.Glob(filepath.Join(r.dir, "row-?????????.json"))
	slices.Sort(names)
	return names, err
}

// keptRow is the content of a file.
type keptRow struct {
	Time     time.Time `json:"time"`
	Error    string    `json:"error"`
	Where    string    `json:"where"`
	Boundary string    `json:"boundary"`
	Round    int       `json:"round"`
	Row      int       `json:"row"`
	NaN      int       `json:"nan"`
	Inf      int       `json:"inf"`
	Width    int       `json:"width"`
	Float32  string    `json:"float32"` // the bits, little-endian, base64; half precision is widened
}

func (r *Rows) keep(err error, row logits.Row) error {
	k := keptRow{Time: time.Now().UTC(), Error: err.Error()}
	var e *logits.NumericalError
	if errors.As(err, &e) {
		k.Where, k.Boundary, k.NaN, k.Inf, k.Width = e.Where, e.Boundary, e.NaN, e.Inf, e.Width
	}
	var f *generate.Failure
	if errors.As(err, &f) {
		k.Round, k.Row = f.Round, f.Row
	}
	values := make([]float32, row.Width())
	row.Float32s(values)
	bits := make([]byte, 0, 4*len(values))
	for _, v := range values {
		bits = binary.LittleEndian.AppendUint32(bits, math.Float32bits(v))
	}
	k.Float32 = base64.StdEncoding.EncodeToString(bits)
	data, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	if err := os.WriteFile(filepath.Join(r.dir, fmt.Sprintf(rowName, r.last)), append(data, '\n'), 0o600); err != nil {
		return err
	}
	names, err := r.names()
	for _, name := range names[:max(0, len(names)-r.n)] {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}
