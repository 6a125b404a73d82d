package shim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"rowproof/engine/chat"
	"rowproof/engine/model"
)

// maxMessages keeps a template from taking longer than it may.
const maxMessages = 2048

// prompt is what a model continues; the first system tokens are its system prompt.
type prompt struct {
	tokens []int
	system int
}

// prompt makes tokens of a request. One request at a time: a template has a limit of
// time, which others must not use up.
func (s *Server) prompt(ctx context.Context, e *endpoint, f fields) (prompt, error) {
	select {
	case s.preparing <- struct{}{}:
		defer func() { <-s.preparing }()
	case <-ctx.Done():
		return prompt{}, context.Cause(ctx)
	}
	read := s.text
	field := "prompt"
	if e.chat {
		read, field = s.messages, "messages"
	}
	p, err := read(ctx, f)
	if err != nil {
		return p, err
	}
	if len(p.tokens) == 0 {
		return p, refuse(field, "is empty")
	}
	if most := s.model.Context(); len(p.tokens) >= most {
		f := seen(fmt.Errorf("%s: %d tokens leave nothing of a context of %d: %w", field, len(p.tokens), most, model.ErrContext))
		f.Param = &field
		return p, f
	}
	return p, nil
}

// text is the prompt of a completion: a string, or the tokens themselves.
func (s *Server) text(_ context.Context, f fields) (prompt, error) {
	raw, ok := f.raw("prompt")
	if !ok {
		return prompt{}, refuse("prompt", "is missing")
	}
	var one string
	var several []string
	var tokens []int
	switch {
	case json.Unmarshal(raw, &one) == nil:
	case json.Unmarshal(raw, &tokens) == nil:
		for _, token := range tokens {
			if token < 0 || token >= s.model.Vocabulary() {
				return prompt{}, refuse("prompt", "token %d is not within 0..%d", token, s.model.Vocabulary()-1)
			}
		}
		return prompt{tokens: tokens}, nil
	case json.Unmarshal(raw, &several) == nil && len(several) == 1:
		one = several[0]
	default:
		return prompt{}, refuse("prompt", "must be a string or a list of tokens")
	}
	ids, err := s.tokenizer.Encode(one)
	if err != nil {
		return prompt{}, refuse("prompt", "%v", err)
	}
	return prompt{tokens: ids}, nil
}

// messages is the prompt of a chat. Every request renders all its messages anew.
func (s *Server) messages(ctx context.Context, f fields) (prompt, error) {
	if s.template == nil {
		return prompt{}, fail(http.StatusBadRequest, "no_chat_template", "the model has no chat template")
	}
	messages, err := f.messages()
	if err != nil {
		return prompt{}, err
	}
	tokens, err := s.render(ctx, messages)
	if err != nil {
		return prompt{}, err
	}
	p := prompt{tokens: tokens}
	if messages[0].Role == "system" && len(messages) > 1 {
		// What is common to all chats with this system prompt is worth keeping by itself.
		other, system, err := chat.NewConversation(s.template, s.tokenizer, s.stop, messages[0].Content).Prompt(ctx, "a")
		switch {
		case err == nil:
			for p.system < min(system, len(tokens)) && tokens[p.system] == other[p.system] {
				p.system++
			}
		case !errors.Is(err, chat.ErrMessages):
			return p, err
		}
	}
	return p, nil
}

func (s *Server) render(ctx context.Context, messages []chat.Message) ([]int, error) {
	text, err := s.template.Render(ctx, messages, true)
	if err != nil {
		return nil, err
	}
	ids, err := s.tokenizer.Encode(text)
	if err != nil {
		return nil, refuse("messages", "%v", err)
	}
	return ids, nil
}

func (f fields) messages() ([]chat.Message, error) {
	var list []json.RawMessage
	if err := f.into("messages", &list, "a list"); err != nil {
		return nil, err
	}
	if len(list) == 0 || len(list) > maxMessages {
		return nil, refuse("messages", "%d of them, not 1 to %d", len(list), maxMessages)
	}
	messages := make([]chat.Message, len(list))
	for i, raw := range list {
		place := fmt.Sprintf("messages[%d]", i)
		var m fields
		if json.Unmarshal(raw, &m) != nil || m == nil {
			return nil, refuse(place, "must be an object")
		}
		role, ok := m.raw("role")
		if !ok || json.Unmarshal(role, &messages[i].Role) != nil {
			return nil, refuse(place+".role", "must be a string")
		}
		content, ok := m.raw("content")
		if !ok {
			return nil, refuse(place+".content", "is missing")
		}
		if messages[i].Content, ok = plainText(content); !ok {
			return nil, refuse(place+".content", "must be a string or a list of texts")
		}
	}
	return messages, nil
}

// plainText is a string, or the strings of a list of parts of type text.
func plainText(raw json.RawMessage) (string, bool) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, true
	}
	var parts []struct {
		Type string
		Text *string
	}
	if json.Unmarshal(raw, &parts) != nil {
		return "", false
	}
	var whole strings.Builder
	for _, p := range parts {
		if p.Type != "text" || p.Text == nil {
			return "", false
		}
		whole.WriteString(*p.Text)
	}
	return whole.String(), true
}
