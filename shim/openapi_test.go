package shim_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rowproof/shim"
)

// document is the served OpenAPI document with its schemas.
type document struct {
	Paths map[string]map[string]json.RawMessage

	compiler *jsonschema.Compiler
}

func (w *world) document() *document {
	w.Helper()
	body := w.do(http.MethodGet, "/openapi.json", "").body
	d := &document{compiler: jsonschema.NewCompiler()}
	if err := json.Unmarshal([]byte(body), d); err != nil {
		w.Fatal(err)
	}
	whole, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := d.compiler.AddResource("openapi.json", whole); err != nil {
		w.Fatal(err)
	}
	return d
}

// fits holds a JSON text against a schema.
func (d *document) fits(schema, text string) error {
	s, err := d.compiler.Compile("openapi.json#/components/schemas/" + schema)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// TestTheDocumentNamesEveryRoute and nothing else.
func TestTheDocumentNamesEveryRoute(t *testing.T) {
	w := start(t, setup{})
	d := w.document()
	if len(d.Paths) != 7 {
		t.Errorf("%d paths", len(d.Paths))
	}
	for path, methods := range d.Paths {
		path = strings.Replace(path, "{model}", "tiny", 1)
		for _, method := range []string{"get", "post", "put", "delete", "patch"} {
			r := w.do(strings.ToUpper(method), path, "")
			_, named := methods[method]
			if named == (r.status == http.StatusMethodNotAllowed) || r.status == http.StatusNotFound {
				t.Errorf("%s %s, named: %t: %d", method, path, named, r.status)
			}
		}
	}
}

// TestTheDocumentDescribesTheAnswers, and agrees about what is refused.
func TestTheDocumentDescribesTheAnswers(t *testing.T) {
	for model, ok := range map[string]bool{"tiny": true, "walked": false} {
		w := start(t, setup{model: model, shim: shim.Options{Depth: 2}})
		d := w.document()
		for _, tc := range []struct{ path, request, fields, answer, logprobs string }{
			{"/v1/completions", "CompletionRequest", `"prompt":"The cat"`, "Completion", "2"},
			{"/v1/chat/completions", "ChatRequest", `"messages":[{"role":"user","content":"Hi"}]`, "Chat", `true,"top_logprobs":2`},
		} {
			for _, scores := range []string{"null", tc.logprobs} {
				body := fmt.Sprintf(`{%s,"temperature":0,"max_tokens":8,"logprobs":%s}`, tc.fields, scores)
				if err := d.fits(tc.request, body); err != nil {
					t.Error(err)
				}
				schema := tc.answer
				if !ok {
					schema = "Error"
				}
				if r := w.post(tc.path, body); d.fits(schema, r.body) != nil {
					t.Errorf("%v\n%s", d.fits(schema, r.body), r.body)
				}
				body = strings.TrimSuffix(body, "}") + `,"stream":true,"stream_options":{"include_usage":true}}`
				for _, e := range events(w.post(tc.path, body).body) {
					if e != "[DONE]" && d.fits(tc.answer+"Event", e) != nil {
						t.Errorf("%v\n%s", d.fits(tc.answer+"Event", e), e)
					}
				}
			}
		}
		for path, schema := range map[string]string{"/v1/models": "Models", "/v1/models/tiny": "Model", "/health": "Health"} {
			if err := d.fits(schema, w.do(http.MethodGet, path, "").body); err != nil {
				t.Error(err)
			}
		}
	}
	w := start(t, setup{model: "endless"}) // what is drawn at random must not be poison
	d := w.document()
	for _, field := range []string{
		`"temperature":-1`, `"temperature":3`, `"temperature":"x"`, `"top_p":0`, `"top_p":2`, `"top_k":-1`, `"top_k":0.5`, `"top_k":5.0`, `"max_tokens":1e1`, `"seed":2.0`, `"seed":true`, `"max_tokens":0`,
		`"presence_penalty":3`, `"frequency_penalty":-3`, `"stop":[""]`, `"stop":5`, `"stream":"x"`, `"stream_options":3`, `"logprobs":9`, `"model":3`,
		`"temperature":null`, `"stop":null`, `"stop":"x"`, `"stop":[]`, `"seed":-1`, `"unknown":{}`, `"stream_options":{"include_usage":null}`, `"model":"tiny"`,
	} {
		body := `{"prompt":"x",` + field + "}"
		r := w.post("/v1/completions", body)
		if valid := d.fits("CompletionRequest", body) == nil; valid != (r.status == http.StatusOK) {
			t.Errorf("%s: the document takes it: %t, the server: %d %s", field, valid, r.status, r.body)
		}
	}
}
