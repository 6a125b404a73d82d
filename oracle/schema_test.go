package oracle_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rowproof/oracle"
	"rowproof/receipts"
)

// schemaOf compiles the schema of a group.
func schemaOf(t *testing.T, group string) *jsonschema.Schema {
	t.Helper()
	raw, err := fs.ReadFile(receipts.FS, "schema/"+group+".schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if draft := doc.(object)["$schema"]; draft != "https://json-schema.org/draft/2020-12/schema" {
		t.Errorf("%s: draft %v", group, draft)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(group, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(group)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSchemasAcceptEveryLine holds each line of each receipt file, header
// included, against the schema of its group.
func TestSchemasAcceptEveryLine(t *testing.T) {
	for _, f := range allFiles(t) {
		t.Run(f.Header.Group, func(t *testing.T) {
			schema := schemaOf(t, f.Header.Group)
			for i, line := range realLines(t, f.Name) {
				if err := schema.Validate(tree(t, []byte(line))); err != nil {
					t.Fatalf("%s:%d: %v", f.Name, i+1, err)
				}
			}
		})
	}
}

// TestSchemasRefuseDamage changes one line of each group in many ways; the
// schema must see each.
func TestSchemasRefuseDamage(t *testing.T) {
	for _, f := range allFiles(t) {
		t.Run(f.Header.Group, func(t *testing.T) {
			schema := schemaOf(t, f.Header.Group)
			for _, number := range []int{0, 1, len(f.Cases)} {
				line := []byte(realLines(t, f.Name)[number])
				for _, damage := range damages(tree(t, line), "") {
					changed := tree(t, line)
					damage.do(changed)
					if err := schema.Validate(changed); err == nil {
						t.Errorf("line %d: %s goes unseen", number+1, damage.name)
					}
				}
			}
		})
	}
}

// damage is one way to break a line.
type damage struct {
	name string
	do   func(line any)
}

// optional are fields whose absence is another valid line.
var optional = map[string]bool{
	"token_counts": true, "overlay": true, "num_samples": true, "axis": true, "derived_metal_argmax": true,
}

// damages lists, for every object of a line: each field removed, each made null
// or of a wrong type, and an unknown one added.
func damages(v any, path string, keys ...any) []damage {
	var out []damage
	switch v := v.(type) {
	case object:
		here := append([]any(nil), keys...)
		out = append(out, damage{path + " with more", func(line any) { in(line, here...)["more"] = true }})
		for name, value := range v {
			where := path + "." + name
			if !optional[name] {
				out = append(out, damage{where + " removed", func(line any) { delete(in(line, here...), name) }})
			}
			out = append(out, damage{where + " of a wrong type", func(line any) { in(line, here...)[name] = object{"a": 1} }})
			out = append(out, damages(value, where, append(here, name)...)...)
		}
	case []any:
		for i, value := range v {
			if i == 3 {
				break
			}
			out = append(out, damages(value, fmt.Sprintf("%s[%d]", path, i), append(append([]any(nil), keys...), i)...)...)
		}
	}
	return out
}

// TestSchemasCoverTheGroups finds one schema per group and no other.
func TestSchemasCoverTheGroups(t *testing.T) {
	names, err := fs.Glob(receipts.FS, "schema/*")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != len(oracle.Groups()) {
		t.Errorf("%d schemas, %d groups", len(names), len(oracle.Groups()))
	}
}
