package e2erecord

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// asEngine as the first argument turns the test binary into an oracle; the second says
// how it behaves.
const asEngine = "as-engine"

func behave(how string) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var r struct {
			ID      int64           `json:"id"`
			Command string          `json:"command"`
			In      json.RawMessage `json:"in"`
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			panic(err)
		}
		if r.Command == "config" {
			fmt.Printf(`{"id":%d,"name":"mtplx","version":"2","details":{"mlx":"1","machine":"m"},"commands":[]}`+"\n", r.ID)
			continue
		}
		fmt.Fprintln(os.Stderr, "asked")
		switch how {
		case "right":
			fmt.Printf(`{"id":%d,"out":%s}`+"\n", r.ID, r.In)
		case "error":
			fmt.Printf(`{"id":%d,"error":"no such site"}`+"\n", r.ID)
		case "unsupported":
			fmt.Printf(`{"id":%d,"unsupported":"no runs here"}`+"\n", r.ID)
		case "garbage":
			fmt.Println("?")
		case "other id":
			fmt.Printf(`{"id":%d,"out":{}}`+"\n", r.ID-1)
		case "crash":
			os.Exit(3)
		case "silent":
		}
	}
}

func start(t *testing.T, how string, processes int) (*Oracle, *bytes.Buffer) {
	t.Helper()
	stderr := &bytes.Buffer{}
	o, err := Start(context.Background(), []string{os.Args[0], asEngine, how}, processes, stderr)
	if err != nil {
		t.Fatal(err)
	}
	return o, stderr
}

func TestAsk(t *testing.T) {
	o, stderr := start(t, "right", 2)
	for i := range 3 {
		out, err := o.Ask(context.Background(), "generate", map[string]int{"n": i})
		if want := fmt.Sprintf(`{"n":%d}`, i); err != nil || string(out) != want {
			t.Errorf("%s, %v", out, err)
		}
	}
	if v := o.Versions(); v["mtplx"] != "2" || v["mlx"] != "1" || len(v) != 2 {
		t.Errorf("%v", v)
	}
	if err := o.Close(); err != nil {
		t.Error(err)
	}
	if got := strings.Count(stderr.String(), "asked"); got != 3 {
		t.Errorf("stderr tells of %d requests", got)
	}
}

func TestARefusalIsNotTheEnd(t *testing.T) {
	for how, text := range map[string]string{"error": "no such site", "unsupported": "no runs here"} {
		o, _ := start(t, how, 1)
		for range 2 {
			if _, err := o.Ask(context.Background(), "generate", 1); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v", how, err)
			}
		}
		if err := o.Close(); err != nil {
			t.Errorf("%s: %v", how, err)
		}
	}
}

func TestABrokenOracleIsTheEnd(t *testing.T) {
	for _, how := range []string{"garbage", "other id", "crash"} {
		o, _ := start(t, how, 1)
		for range 2 {
			if _, err := o.Ask(context.Background(), "generate", 1); !errors.Is(err, ErrOracle) {
				t.Errorf("%s: %v", how, err)
			}
		}
		if err := o.Close(); err == nil {
			t.Errorf("%s: ended well", how)
		}
	}
}

func TestAskEndsWithItsContext(t *testing.T) {
	o, _ := start(t, "silent", 1)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := o.Ask(ctx, "generate", 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if err := o.Close(); err == nil {
		t.Error("it was killed, and ended well")
	}
}

func TestStartRefuses(t *testing.T) {
	for name, argv := range map[string][]string{
		"nothing": nil, "no such program": {"./gone"}, "no oracle": {"true"}, "says nothing": {"sh", "-c", "read line"},
	} {
		if o, err := Start(context.Background(), argv, 1, nil); o != nil || !errors.Is(err, ErrOracle) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
