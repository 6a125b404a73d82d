package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rowproof/engine/chat"
)

type recording struct {
	Names     map[string]string
	Templates map[string]string
	Cases     []struct {
		Template string
		Messages []chat.Message
		Reply    bool
		Text     *string
		Refused  string
	}
}

func recorded(t testing.TB) recording {
	t.Helper()
	data, err := os.ReadFile("testdata/rendered.json")
	if err != nil {
		t.Fatal(err)
	}
	var r recording
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func template(t testing.TB, source string) *chat.Template {
	t.Helper()
	made, err := chat.New(source, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

var hello = []chat.Message{{Role: "user", Content: "hello"}}

// TestTemplatesRenderAsTransformersDoes, refusals with their words too.
func TestTemplatesRenderAsTransformersDoes(t *testing.T) {
	r := recorded(t)
	for i, c := range r.Cases {
		made, err := chat.New(r.Templates[c.Template], r.Names)
		if err != nil {
			t.Fatal(err)
		}
		got, err := made.Render(context.Background(), c.Messages, c.Reply)
		name := fmt.Sprintf("case %d, %s", i, c.Template)
		if c.Text == nil {
			if !errors.Is(err, chat.ErrMessages) || !strings.HasSuffix(err.Error(), c.Refused) {
				t.Errorf("%s: %v, want %q", name, err, c.Refused)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(*c.Text, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if len(r.Cases) < 90 {
		t.Errorf("only %d cases", len(r.Cases))
	}
}

func TestATemplateThatCannotBeCompiledIsRefused(t *testing.T) {
	for _, source := range []string{"{% for m in messages %}", "{{ ", "{% nonsense %}", strings.Repeat("x", 256<<10+1)} {
		if _, err := chat.New(source, nil); !errors.Is(err, chat.ErrTemplate) {
			t.Errorf("%.20q: %v", source, err)
		}
	}
}

func TestATemplateThatFailsIsNamed(t *testing.T) {
	for source, want := range map[string]error{
		"{{ messages|nonsense }}":        chat.ErrTemplate,
		"{{ 'a' * -1 }}":                 chat.ErrTemplate, // the library panics
		"{{ raise_exception('no') }}":    chat.ErrMessages,
		"{{ raise_exception() }}":        chat.ErrMessages,
		"{{ messages[0].content.no() }}": chat.ErrTemplate,
	} {
		if got, err := template(t, source).Render(context.Background(), hello, true); !errors.Is(err, want) || got != "" {
			t.Errorf("%s: %q, %v", source, got, err)
		}
	}
	if _, err := template(t, "text").Render(context.Background(), nil, true); !errors.Is(err, chat.ErrMessages) {
		t.Errorf("no messages: %v", err)
	}
}

// TestAnEndlessTemplateIsGivenUp, once and for all.
func TestAnEndlessTemplateIsGivenUp(t *testing.T) {
	slow := template(t, "{% if messages|length > 1 %}{% for a in range(300) %}{% for b in range(300) %}{% endfor %}{% endfor %}{% endif %}done")
	slow.SetLimit(5 * time.Millisecond)
	if got, err := slow.Render(context.Background(), hello, true); got != "done" || err != nil {
		t.Fatal(got, err)
	}
	for range 2 {
		if _, err := slow.Render(context.Background(), append(hello, hello...), true); !errors.Is(err, chat.ErrEndless) {
			t.Fatal(err)
		}
	}
}

func TestARenderingCanBeCancelled(t *testing.T) {
	gone := errors.New("gone")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(gone)
	slow := template(t, "{% for a in range(300) %}{% for b in range(300) %}{% endfor %}{% endfor %}")
	if _, err := slow.Render(ctx, hello, true); !errors.Is(err, gone) {
		t.Error(err)
	}
}

func FuzzTemplate(f *testing.F) {
	for _, source := range recorded(f).Templates {
		f.Add(source, "hello")
	}
	f.Fuzz(func(t *testing.T, source, content string) {
		if strings.Contains(source, "macro") || strings.Contains(source, "call") {
			t.Skip("a macro that calls itself ends the process")
		}
		made, err := chat.New(source, nil)
		if err != nil {
			return
		}
		made.SetLimit(time.Minute)
		_, err = made.Render(context.Background(), []chat.Message{{Role: "user", Content: content}}, true)
		if err != nil && !errors.Is(err, chat.ErrTemplate) && !errors.Is(err, chat.ErrMessages) {
			t.Error(err)
		}
	})
}
