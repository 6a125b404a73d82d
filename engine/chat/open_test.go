package chat_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rowproof/engine/chat"
)

func TestOpen(t *testing.T) {
	const config, own = "tokenizer_config.json", "chat_template.jinja"
	for name, tc := range map[string]struct {
		files map[string]string
		text  string
		err   error
	}{
		"in the configuration":   {map[string]string{config: `{"chat_template": "<{{ eos_token }}>", "eos_token": "e"}`}, "<e>", nil},
		"a token as an object":   {map[string]string{config: `{"chat_template": "<{{ eos_token }}{{ pad_token }}>", "eos_token": {"content": "e"}, "pad_token": null}`}, "<e>", nil},
		"several":                {map[string]string{config: `{"chat_template": [{"name": "tools", "template": "t"}, {"name": "default", "template": "d"}]}`}, "d", nil},
		"a file of its own":      {map[string]string{config: `{"chat_template": "c", "eos_token": "e"}`, own: "o{{ eos_token }}\n"}, "oe", nil},
		"only a file of its own": {map[string]string{own: "o"}, "o", nil},
		"none":                   {map[string]string{config: `{"chat_template": null}`}, "", chat.ErrNoTemplate},
		"nothing at all":         {nil, "", chat.ErrNoTemplate},
		"several, no default":    {map[string]string{config: `{"chat_template": [{"name": "tools", "template": "t"}]}`}, "", chat.ErrNoTemplate},
		"no text":                {map[string]string{config: `{"chat_template": 3}`}, "", chat.ErrTemplate},
		"no JSON":                {map[string]string{config: `{`}, "", chat.ErrTemplate},
		"no Jinja":               {map[string]string{own: "{{ "}, "", chat.ErrTemplate},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range tc.files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			made, err := chat.Open(dir)
			if !errors.Is(err, tc.err) {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			if got, err := made.Render(context.Background(), hello, true); got != tc.text || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
