package pipe

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"rowproof/harness"
	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

// stub is an engine whose answer is a function.
type stub func() (oracle.Output, error)

func (stub) Config(context.Context) (harness.Info, error) {
	return harness.Info{Name: "stub", Version: "2", Details: map[string]string{"colour": "red"}}, nil
}

func (s stub) Answer(context.Context, *oracle.Case) (oracle.Output, error) { return s() }

func (stub) Close() error { return nil }

const pointRequest = `{"id":7,"command":"point-mass","entry":"generation._point_mass_block_accept","kind":"normal",` +
	`"in":{"rows":{"dt":"f32","rows":1,"n":1,"hex":["00000000"]},"block":[0],` +
	`"cfg":{"temperature":{"v":0,"x":"0000000000000000"},"top_p":{"v":1,"x":"3ff0000000000000"},"top_k":0},"rng_seed":0}}` + "\n"

func TestServeAnswersConfig(t *testing.T) {
	got, err := serve(t, stub(nil), strings.NewReader(`{"command":"config","id":1}`)) // no newline at the end
	want := `{"id":1,"name":"stub","version":"2","details":{"colour":"red"},"commands":["ordinary-entry","sparse-fallback",` +
		`"batched-fallback","mixed-distributions","native-invalid","batched-greedy","point-mass","keyed-lazy","rng","numeric","ds4-control"]}` + "\n"
	if err != nil || got != want {
		t.Errorf("got %v\n%swant\n%s", err, got, want)
	}
}

func TestServeAnswersEveryRequest(t *testing.T) {
	accepted, next := 1, oracle.F64(0.5)
	for _, tc := range []struct {
		name   string
		engine stub
		in     string
		want   string
	}{
		{
			"an outcome", func() (oracle.Output, error) { return &oracle.PointOut{Accepted: &accepted, Next: next}, nil },
			pointRequest, `{"id":7,"out":{"accepted":1,"correction":null,"next":{"v":0.5,"x":"3fe0000000000000"}}}`,
		},
		{
			"unsupported", func() (oracle.Output, error) { return nil, harness.Unsupported("no points") },
			pointRequest, `{"id":7,"unsupported":"no points"}`,
		},
		{
			"an error", func() (oracle.Output, error) { return nil, errors.New("lost") },
			pointRequest, `{"id":7,"error":"lost"}`,
		},
		{
			"a panic", func() (oracle.Output, error) { panic("lost my head") },
			pointRequest, `{"id":7,"error":"panic: lost my head`,
		},
		{
			"an outcome that cannot be written", func() (oracle.Output, error) { return unwritable{}, nil },
			pointRequest, `{"id":7,"error":"json: `,
		},
		{"an unknown command", nil, `{"id":8,"command":"dance"}` + "\n", `{"id":8,"error":"unknown group \"dance\""}`},
		{"an unknown field", nil, `{"id":8,"command":"config","more":1}` + "\n", `{"id":8,"error":"json: unknown field \"more\""}`},
		{"an input that does not read", nil, strings.Replace(pointRequest, `"f32"`, `"f64"`, 1), `{"id":7,"error":"rows: unknown dtype \"f64\""}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := serve(t, tc.engine, strings.NewReader(tc.in))
			if err != nil || !strings.HasPrefix(got, tc.want) || strings.Count(got, "\n") != 1 {
				t.Errorf("got %v\n%swant\n%s", err, got, tc.want)
			}
		})
	}
}

type unwritable struct{}

func (unwritable) Parts() []oracle.Part         { return nil }
func (unwritable) MarshalJSON() ([]byte, error) { return nil, errors.New("no") }

func TestServeEndsAtALineThatIsNoRequest(t *testing.T) {
	for _, in := range []string{"hello\n", "\n", `{"command":"config"}` + "\n", `[1]`} {
		got, err := serve(t, stub(nil), strings.NewReader(in))
		if !errors.Is(err, ErrRequest) || got != "" {
			t.Errorf("%q: got %q, %v", in, got, err)
		}
	}
}

func TestServeFailsWithItsReaderAndWriter(t *testing.T) {
	broken := errors.New("broken")
	if _, err := serve(t, stub(nil), readerOf(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	in := strings.NewReader(`{"id":1,"command":"config"}` + "\n")
	if err := Serve(t.Context(), stub(nil), in, writerOf(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if err := Serve(t.Context(), unconfigured{err: broken}, in, io.Discard); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func readerOf(err error) io.Reader {
	r, w := io.Pipe()
	w.CloseWithError(err)
	return r
}

func writerOf(err error) io.Writer {
	r, w := io.Pipe()
	r.CloseWithError(err)
	return w
}

type unconfigured struct {
	stub
	err error
}

func (u unconfigured) Config(context.Context) (harness.Info, error) { return harness.Info{}, u.err }

func TestServeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	in, more := io.Pipe()
	defer more.Close()
	enough := errors.New("enough")
	cancel(enough)
	if err := Serve(ctx, stub(nil), in, io.Discard); !errors.Is(err, enough) {
		t.Errorf("got %v", err)
	}
}

// TestServedAnswersAreThoseInProcess holds the text of each answer against the engine's
// own: the wire changes no bit on the way in or out.
func TestServedAnswersAreThoseInProcess(t *testing.T) {
	e := inprocess.New()
	var in bytes.Buffer
	var want []string
	for _, f := range allFiles(t) {
		for _, c := range f.Cases[:min(10, len(f.Cases))] {
			id := int64(len(want) + 1)
			r, err := requestOf(id, c)
			if err != nil {
				t.Fatal(err)
			}
			text, err := line(r)
			if err != nil {
				t.Fatal(err)
			}
			in.Write(text)
			out, err := e.Answer(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			answered, err := line(struct {
				ID  int64         `json:"id"`
				Out oracle.Output `json:"out"`
			}{id, out})
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, string(answered))
		}
	}
	got, err := serve(t, e, &in)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range strings.SplitAfter(got, "\n")[:len(want)] {
		if text != want[i] {
			t.Errorf("got %swant %s", text, want[i])
		}
	}
	if n := strings.Count(got, "\n"); n != len(want) {
		t.Errorf("%d answers to %d requests", n, len(want))
	}
}
