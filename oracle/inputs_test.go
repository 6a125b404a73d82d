package oracle_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rowproof/oracle"
)

// asInputs writes the questions of a receipt file.
func asInputs(t *testing.T, f *oracle.File) string {
	t.Helper()
	questions := *f
	questions.Header = oracle.Header{Schema: oracle.SchemaInputs, Group: f.Header.Group, Seed: f.Header.Seed}
	var text strings.Builder
	if err := oracle.Write(&text, &questions); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestQuestionsOfAllReceiptsRoundTrip(t *testing.T) {
	for _, f := range allFiles(t) {
		text := asInputs(t, f)
		again, err := oracle.ReadInputs(strings.NewReader(text), "inputs")
		if err != nil {
			t.Fatal(err)
		}
		if again.Header.Cases != len(f.Cases) || again.Header.Seed != f.Header.Seed {
			t.Errorf("%s: header %+v", f.Name, again.Header)
		}
		for i, c := range again.Cases {
			if c.Out != nil || c.ID != f.Cases[i].ID || c.Line != i+2 {
				t.Fatalf("%s: case %d came back as %s, line %d, out %v", f.Name, i, c.ID, c.Line, c.Out)
			}
		}
		if d := cmp.Diff(text, asInputs(t, again)); d != "" {
			t.Errorf("%s: %s", f.Name, d)
		}
		if _, err := oracle.Read(strings.NewReader(text), "inputs"); !errors.Is(err, oracle.ErrFormat) || !strings.Contains(err.Error(), oracle.SchemaInputs) {
			t.Errorf("%s: inputs read as receipts: %v", f.Name, err)
		}
	}
}

func TestWriteGivesReceiptsBack(t *testing.T) {
	for _, f := range allFiles(t) {
		var text bytes.Buffer
		if err := oracle.Write(&text, f); err != nil {
			t.Fatal(err)
		}
		again, err := oracle.Read(&text, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range again.Cases {
			want, _ := f.Cases[i].MarshalJSON()
			got, _ := c.MarshalJSON()
			if !bytes.Equal(want, got) {
				t.Fatalf("%s: %s changed", f.Name, c.ID)
			}
		}
	}
}

func TestWriteRefusesAReceiptWithoutAnAnswer(t *testing.T) {
	f := *allFiles(t)[0]
	c := *f.Cases[0]
	c.Out = nil
	f.Cases = []*oracle.Case{&c}
	if err := oracle.Write(&strings.Builder{}, &f); !errors.Is(err, oracle.ErrFormat) {
		t.Errorf("got %v", err)
	}
}

func TestDamagedInputsAreRefused(t *testing.T) {
	const (
		header = `{"header":1,"schema":"rowproof-inputs/1","group":"numeric","seed":7,"cases":1}` + "\n"
		one    = `{"id":"a","group":"numeric","kind":"exp64","entry":"np.exp","in":{"f64":"AAAAAAAAAAA="}}` + "\n"
		rng    = `{"id":"a","group":"rng","kind":"default_rng","entry":"numpy.random.default_rng","in":{"seed":"1","ops":[OP]}}` + "\n"
		batch  = `{"id":"a","group":"batched-fallback","kind":"one_bad","rows_kind":["normal"],"entry":"fast_sampling.bind_batched_top_k_distributions","in":{"rows":{"dt":"f32","rows":1,"n":1,"hex":["00000000"]},"cfg":{"temperature":{"v":1,"x":"3ff0000000000000"},"top_p":{"v":1,"x":"3ff0000000000000"},"top_k":1},"rng_seed":1}}` + "\n"
		ds4    = `{"id":"a","group":"ds4-control","kind":"nan","entry":"ds4.sample","in":{"row_kind":"nan","width":1,"row_f32le_b64":"AAAAAA==","temperature":1,"top_k":0,"top_p":1,"min_p":0,"rng_state":"0000000000000001"}}` + "\n"
	)
	of := func(group string) string { return strings.Replace(header, "numeric", group, 1) }
	op := func(op string) string { return of("rng") + strings.Replace(rng, "OP", op, 1) }
	for name, good := range map[string]string{
		"numeric": header + one, "rng": op(`{"op":"random"}`), "batch": of("batched-fallback") + batch, "ds4": of("ds4-control") + ds4,
	} {
		if _, err := oracle.ReadInputs(strings.NewReader(good), name); err != nil {
			t.Errorf("%s, undamaged: %v", name, err)
		}
	}
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"empty":                     {"", oracle.ErrTruncated},
		"a header alone":            {header, oracle.ErrTruncated},
		"a case too many":           {header + one + strings.Replace(one, `"a"`, `"b"`, 1), oracle.ErrTruncated},
		"an id twice":               {strings.Replace(header, `"cases":1`, `"cases":2`, 1) + one + one, oracle.ErrFormat},
		"no id":                     {header + strings.Replace(one, `"a"`, `""`, 1), oracle.ErrFormat},
		"an answer":                 {header + strings.Replace(one, `}}`, `},"out":{}}`, 1), oracle.ErrFormat},
		"another group":             {of("rng") + one, oracle.ErrFormat},
		"an unknown group":          {of("nonsense") + one, oracle.ErrFormat},
		"an unknown kind":           {header + strings.Replace(one, "exp64", "exp65", 1), oracle.ErrFormat},
		"a receipt header":          {`{"header":1,"schema":"ds4-control/1","group":"numeric","seed":7,"cases":1}` + "\n" + one, oracle.ErrFormat},
		"no JSON":                   {header + "?\n", oracle.ErrFormat},
		"rows_kind where none is":   {header + strings.Replace(one, `"entry"`, `"rows_kind":["normal"],"entry"`, 1), oracle.ErrFormat},
		"too few rows_kind":         {of("batched-fallback") + strings.Replace(batch, `"rows_kind":["normal"],`, "", 1), oracle.ErrFormat},
		"an unknown row kind":       {of("batched-fallback") + strings.Replace(batch, `["normal"]`, `["odd"]`, 1), oracle.ErrFormat},
		"two kinds for one row":     {of("ds4-control") + strings.Replace(ds4, `"row_kind":"nan"`, `"row_kind":"ties"`, 1), oracle.ErrFormat},
		"an op with a result":       {op(`{"op":"random","r":{"v":0,"x":"0000000000000000"}}`), oracle.ErrFormat},
		"an op nobody knows":        {op(`{"op":"shuffle"}`), oracle.ErrFormat},
		"an op without a name":      {op(`{}`), oracle.ErrFormat},
		"integers over nothing":     {op(`{"op":"integers","lo":2,"hi":2}`), oracle.ErrFormat},
		"a choice among nothing":    {op(`{"op":"choice","p":{"v":[],"x":""}}`), oracle.ErrFormat},
		"a seed that is no number":  {strings.Replace(op(`{"op":"random"}`), `"seed":"1"`, `"seed":"x"`, 1), oracle.ErrFormat},
		"an rng case of other kind": {strings.Replace(op(`{"op":"random"}`), "default_rng", "other", 1), oracle.ErrFormat},
	} {
		f, err := oracle.ReadInputs(strings.NewReader(c.text), name)
		if f != nil || !errors.Is(err, c.want) || !errors.As(err, new(*oracle.FormatError)) {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
}

func TestACopyOfAQuestionSharesNothing(t *testing.T) {
	for _, f := range allFiles(t) {
		c := f.Cases[0]
		before, err := oracle.MarshalInput(c)
		if err != nil {
			t.Fatal(err)
		}
		copied, err := oracle.CopyInput(c)
		if err != nil {
			t.Fatal(err)
		}
		switch in := copied.In.(type) {
		case *oracle.OrdinaryIn:
			in.Row.F32[0]++
		case *oracle.BatchIn:
			in.Rows[0] = oracle.Row{}
		case *oracle.RNGIn:
			in.Ops[0].Op = "changed"
		case *oracle.DS4In:
			in.Row[0]++
		}
		after, err := oracle.MarshalInput(c)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: changed through its copy (%v)", c.ID, err)
		}
	}
}
