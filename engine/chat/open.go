package chat

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"rowproof/internal/regular"
)

// maxConfig is the largest tokenizer_config.json, in bytes.
const maxConfig = 64 << 20

// Open reads the chat template of a model folder: chat_template.jinja, or else what
// tokenizer_config.json calls chat_template, and the special tokens that the latter
// names. Errors are ErrNoTemplate, ErrTemplate and those of package regular, and name
// the file.
func Open(dir string) (*Template, error) {
	path := filepath.Join(dir, "tokenizer_config.json")
	data, err := regular.ReadFile(path, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = []byte("{}"), nil
	}
	if err != nil {
		return nil, err
	}
	var config map[string]json.RawMessage
	if err := json.Unmarshal(data, &config); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, ErrTemplate, err)
	}
	own := filepath.Join(dir, "chat_template.jinja")
	source, err := regular.ReadFile(own, maxSource)
	switch {
	case err == nil:
		path = own
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	default:
		text, err := configured(config["chat_template"])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		source = []byte(text)
	}
	t, err := New(string(source), names(config))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// configured is a template, or the one named default of several.
func configured(raw json.RawMessage) (string, error) {
	if raw == nil || string(raw) == "null" {
		return "", ErrNoTemplate
	}
	var source string
	if json.Unmarshal(raw, &source) == nil {
		return source, nil
	}
	var several []struct{ Name, Template string }
	if err := json.Unmarshal(raw, &several); err != nil {
		return "", fmt.Errorf("%w: %w", ErrTemplate, err)
	}
	for _, s := range several {
		if s.Name == "default" {
			return s.Template, nil
		}
	}
	return "", fmt.Errorf("%w named default", ErrNoTemplate)
}

// names are the special tokens of a tokenizer_config.json: a text, or an object that
// has it as its content.
func names(config map[string]json.RawMessage) map[string]string {
	found := map[string]string{}
	for key, raw := range config {
		if !strings.HasSuffix(key, "_token") {
			continue
		}
		var text string
		var token struct{ Content *string }
		switch {
		case string(raw) == "null":
		case json.Unmarshal(raw, &text) == nil:
			found[key] = text
		case json.Unmarshal(raw, &token) == nil && token.Content != nil:
			found[key] = *token.Content
		}
	}
	return found
}
