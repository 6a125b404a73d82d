package pipe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"rowproof/harness"
	"rowproof/oracle"
)

// commandConfig is the request in which the engine names itself; every other command
// is a group of receipts.
const commandConfig = "config"

// request is one line to the engine.
type request struct {
	ID      int64           `json:"id"`
	Command string          `json:"command"`
	Entry   string          `json:"entry,omitempty"`
	Kind    string          `json:"kind,omitempty"`
	In      json.RawMessage `json:"in,omitempty"`
}

// requestOf puts a case into a request, without its record.
func requestOf(id int64, c *oracle.Case) (request, error) {
	in, err := oracle.WireInput(c.In)
	return request{id, c.Group, c.Entry, c.Kind, in}, err
}

// line is the message as it is written.
func line(message any) ([]byte, error) {
	raw, err := json.Marshal(message)
	return append(raw, '\n'), err
}

// config is the answer to commandConfig.
type config struct {
	ID       int64             `json:"id"`
	Name     string            `json:"name"`
	Version  string            `json:"version"`
	Details  map[string]string `json:"details,omitempty"`
	Commands []string          `json:"commands"`
}

func (c *config) info() harness.Info {
	return harness.Info{Name: c.Name, Version: c.Version, Details: c.Details}
}

// answer is one line to any other request: exactly one of its three fields is set.
type answer struct {
	ID          int64           `json:"id"`
	Out         json.RawMessage `json:"out,omitempty"`
	Unsupported *string         `json:"unsupported,omitempty"`
	Error       *string         `json:"error,omitempty"`
}

// fieldsOf reads a line as an object and gives its id. The error says why it is no
// message at all.
func fieldsOf(raw []byte) (fields map[string]json.RawMessage, id int64, err error) {
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, 0, fmt.Errorf("no JSON object: %w", err)
	}
	said, ok := fields["id"]
	if !ok {
		return nil, 0, errors.New("no id")
	}
	if err := json.Unmarshal(said, &id); err != nil || string(said) == "null" {
		return nil, 0, fmt.Errorf("id %s is no whole number", said)
	}
	delete(fields, "id")
	return fields, id, nil
}

// answerOf reads the fields of an answer.
func answerOf(fields map[string]json.RawMessage) (answer, error) {
	var a answer
	if len(fields) != 1 {
		return a, fmt.Errorf("an answer has exactly one of out, unsupported and error beside its id, not %s", names(fields))
	}
	for name, value := range fields {
		switch name {
		case "out":
			a.Out = value
			return a, nil
		case "unsupported":
			return a, text(name, value, &a.Unsupported)
		case "error":
			return a, text(name, value, &a.Error)
		}
	}
	return a, fmt.Errorf("an answer is out, unsupported or error, not %s", names(fields))
}

func text(name string, raw json.RawMessage, into **string) error {
	if err := json.Unmarshal(raw, into); err != nil || *into == nil {
		return fmt.Errorf("%s is no string", name)
	}
	return nil
}

// configOf reads the fields of the answer to config.
func configOf(fields map[string]json.RawMessage) (*config, error) {
	if len(fields) == 1 && fields["error"] != nil {
		return nil, fmt.Errorf("the engine answered config with an error: %s", fields["error"])
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	c := &config{}
	if err := d.Decode(c); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if c.Name == "" || c.Commands == nil {
		return nil, errors.New("config: name and commands are required")
	}
	return c, nil
}

func names(fields map[string]json.RawMessage) string {
	var list []string
	for name := range fields {
		list = append(list, name)
	}
	slices.Sort(list)
	return fmt.Sprintf("%q", list)
}
