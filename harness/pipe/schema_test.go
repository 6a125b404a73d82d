package pipe

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rowproof/harness/inprocess"
	"rowproof/oracle"
)

const schemaFile = "../../docs/engine-protocol.schema.json"

// schemas compiles the schema of the protocol; its function gives one definition of it.
func schemas(t *testing.T) func(definition string) *jsonschema.Schema {
	t.Helper()
	raw, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(schemaFile, doc); err != nil {
		t.Fatal(err)
	}
	return func(definition string) *jsonschema.Schema {
		t.Helper()
		schema, err := compiler.Compile(schemaFile + "#" + definition)
		if err != nil {
			t.Fatal(err)
		}
		return schema
	}
}

func outDefinition(group string) string {
	return "/$defs/out_" + strings.ReplaceAll(group, "-", "_")
}

// exchanged is one request and its answer.
type exchanged struct {
	c                *oracle.Case
	request, answer  []byte
	requestOf, reply any
}

// traffic puts cases through Serve and gives both sides of it; the first exchange is
// about config and has no case.
func traffic(t *testing.T, cases []*oracle.Case) []exchanged {
	t.Helper()
	list := []exchanged{{request: []byte(`{"id":1,"command":"config"}` + "\n")}}
	for _, c := range cases {
		r, err := requestOf(int64(len(list)+1), c)
		if err != nil {
			t.Fatal(err)
		}
		text, err := line(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, exchanged{c: c, request: text})
	}
	var in []io.Reader
	for _, x := range list {
		in = append(in, bytes.NewReader(x.request))
	}
	got, err := serve(t, inprocess.New(), io.MultiReader(in...))
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range strings.SplitAfter(got, "\n")[:len(list)] {
		x := &list[i]
		x.answer = []byte(text)
		x.requestOf, x.reply = tree(t, x.request), tree(t, x.answer)
	}
	return list
}

func tree(t *testing.T, raw []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return v
}

func TestTheSchemaAcceptsAllTraffic(t *testing.T) {
	t.Parallel()
	of := schemas(t)
	line, request, reply := of(""), of("/$defs/request"), of("/$defs/answer")
	for _, f := range allFiles(t) {
		out := of(outDefinition(f.Header.Group))
		for _, x := range traffic(t, f.Cases) {
			for schema, v := range map[*jsonschema.Schema]any{request: x.requestOf, reply: x.reply} {
				if err := schema.Validate(v); err != nil {
					t.Fatalf("%v\n%.500s%.500s", err, x.request, x.answer)
				}
			}
			if x.c == nil {
				continue
			}
			if err := out.Validate(x.reply.(map[string]any)["out"]); err != nil {
				t.Fatalf("%s: %v", x.c.ID, err)
			}
		}
	}
	for _, text := range []string{
		`{"id":2,"unsupported":""}`, `{"id":2,"error":"text"}`,
		`{"id":1,"name":"a","version":"","commands":[]}`,
		`{"id":2,"out":{"accepted":1,"correction":null,"next":0.5}}`,
		`{"id":2,"out":{"accepted":1,"correction":2,"next":{"x":"3fe0000000000000"}}}`,
		`{"id":2,"out":{"err":{"kind":"NonFiniteLogitsError","where":"softmax","nan":1,"inf":0,"vocab":4},"next":"NaN"}}`,
		`{"id":2,"out":{"u":[0.5,"-Infinity"]}}`,
	} {
		if err := line.Validate(tree(t, []byte(text))); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestTheSchemaRefusesMangledMessages damages a message of each form in every place.
func TestTheSchemaRefusesMangledMessages(t *testing.T) {
	t.Parallel()
	of := schemas(t)
	request, reply := of("/$defs/request"), of("/$defs/answer")
	for _, f := range allFiles(t) {
		seen := map[string]bool{}
		var forms []*oracle.Case
		for _, c := range f.Cases {
			if form, _, _ := strings.Cut(c.Kind, ":"); !seen[c.Entry+form] && len(seen) < 12 {
				seen[c.Entry+form] = true
				forms = append(forms, c)
			}
		}
		out := of(outDefinition(f.Header.Group))
		for _, x := range traffic(t, forms) {
			refuses(t, "request", request, x.request, nil)
			if x.c == nil {
				refuses(t, "answer", reply, x.answer, nil)
				continue
			}
			refuses(t, x.c.ID+" out", out, x.answer, []any{"out"})
		}
	}
	for _, text := range []string{
		`{}`, `[]`, `null`, `"config"`, `{"id":0,"command":"config"}`, `{"id":2,"out":{},"error":""}`, `{"id":2}`,
		`{"id":2,"command":"rng"}`, `{"id":"2","error":"text"}`, `{"id":2,"out":null}`,
	} {
		if of("").Validate(tree(t, []byte(text))) == nil {
			t.Errorf("%s goes unseen", text)
		}
	}
}

// mayMiss are fields whose absence is another valid message.
var mayMiss = map[string]bool{
	"token_counts": true, "overlay": true, "num_samples": true, "axis": true,
	"msg": true, "derived_metal_argmax": true, "details": true,
}

// refuses damages the value under path of a message in each of its fields.
func refuses(t *testing.T, what string, schema *jsonschema.Schema, message []byte, path []any) {
	t.Helper()
	whole := tree(t, message)
	inAnswer := path != nil
	check := func(how string, where []any, damage func(object map[string]any)) {
		t.Helper()
		changed := tree(t, message)
		damage(at(changed, where...).(map[string]any))
		if schema.Validate(at(changed, path...)) == nil {
			raw, err := json.Marshal(changed)
			t.Errorf("%s: %v %s goes unseen: %.300s %v", what, where, how, raw, err)
		}
	}
	var walk func(v any, where []any)
	walk = func(v any, where []any) {
		switch v := v.(type) {
		case map[string]any:
			check("with more", where, func(o map[string]any) { o["more"] = true })
			for name, value := range v {
				if !mayMiss[name] && (!inAnswer || name != "v") {
					check("without "+name, where, func(o map[string]any) { delete(o, name) })
				}
				check("with a wrong "+name, where, func(o map[string]any) { o[name] = map[string]any{"a": 1} })
				if name != "details" {
					walk(value, append(where[:len(where):len(where)], name))
				}
			}
		case []any:
			for i := range v[:min(2, len(v))] {
				walk(v[i], append(where[:len(where):len(where)], i))
			}
		}
	}
	walk(at(whole, path...), path)
}

// at walks into a JSON value.
func at(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			v = v.(map[string]any)[step]
		case int:
			v = v.([]any)[step]
		}
	}
	return v
}
