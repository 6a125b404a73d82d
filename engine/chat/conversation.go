package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Encoder makes tokens of a text.
type Encoder interface {
	Encode(text string) ([]int, error)
}

// Conversation is a chat as its tokens. What was said once is never rendered or
// tokenized again: the next prompt begins with all tokens of the last prompt and its
// answer, so a model can go on from the state that they left.
type Conversation struct {
	template *Template
	encoder  Encoder
	stop     []int
	system   string
	tokens   []int
}

// NewConversation begins a conversation; stop are the tokens that end an answer, system
// is its system prompt, empty for none.
func NewConversation(t *Template, e Encoder, stop []int, system string) *Conversation {
	return &Conversation{template: t, encoder: e, stop: stop, system: system}
}

// Tokens are everything said so far.
func (c *Conversation) Tokens() []int { return slices.Clone(c.tokens) }

// Empty says that nothing was said yet.
func (c *Conversation) Empty() bool { return len(c.tokens) == 0 }

// Prompt is the conversation with one more message of the user, and the beginning of
// an answer. The first system tokens of it do not depend on the message; they are 0
// without a system prompt. The conversation stays as it is.
func (c *Conversation) Prompt(ctx context.Context, message string) (prompt []int, system int, err error) {
	if c.Empty() {
		return c.first(ctx, message)
	}
	turn, err := c.turn(ctx, message)
	if err != nil {
		return nil, 0, err
	}
	ids, err := c.encoder.Encode(turn)
	if err != nil {
		return nil, 0, err
	}
	// The answer was ended by the token that the template ends it with.
	if last := c.tokens[len(c.tokens)-1]; len(ids) > 0 && ids[0] == last && slices.Contains(c.stop, last) {
		ids = ids[1:]
	}
	prompt = append(c.Tokens(), ids...)
	if c.system != "" {
		system, err = c.shared(ctx, prompt)
	}
	return prompt, system, err
}

// Answered takes over a prompt with its answer, the token that ended it included.
func (c *Conversation) Answered(prompt, answer []int) { c.tokens = slices.Concat(prompt, answer) }

// Resume takes over tokens of an earlier Conversation. A system prompt that they do
// not begin with is an ErrSystem.
func (c *Conversation) Resume(ctx context.Context, tokens []int) error {
	if c.system != "" {
		a, b, err := c.openings(ctx)
		if err != nil {
			return err
		}
		if begins := common(a, b); common(tokens, a) < begins {
			return ErrSystem
		}
	}
	c.tokens = slices.Clone(tokens)
	return nil
}

// Forget begins anew, with the same system prompt.
func (c *Conversation) Forget() { c.tokens = nil }

func (c *Conversation) messages(more ...Message) []Message {
	if c.system == "" {
		return more
	}
	return append([]Message{{"system", c.system}}, more...)
}

func (c *Conversation) opening(ctx context.Context, message string) ([]int, error) {
	text, err := c.template.Render(ctx, c.messages(Message{"user", message}), true)
	if err != nil {
		return nil, err
	}
	return c.encoder.Encode(text)
}

// openings are two conversations that have nothing in common but the system prompt
// and what the template puts around it.
func (c *Conversation) openings(ctx context.Context) (a, b []int, err error) {
	if a, err = c.opening(ctx, "a"); err == nil {
		b, err = c.opening(ctx, "b")
	}
	return a, b, err
}

func (c *Conversation) first(ctx context.Context, message string) (prompt []int, system int, err error) {
	if prompt, err = c.opening(ctx, message); err == nil && c.system != "" {
		system, err = c.shared(ctx, prompt)
	}
	return prompt, system, err
}

// shared is the number of tokens that a prompt has in common with every conversation
// of this system prompt. A template may have no end of the system prompt that could be
// rendered by itself, and tokens may reach over it: what is common is what is shared.
func (c *Conversation) shared(ctx context.Context, prompt []int) (int, error) {
	a, b, err := c.openings(ctx)
	return min(common(a, b), common(a, prompt)), err
}

// turn is what the template puts behind an answer when the user goes on. It is cut out
// of a conversation made up for it, whose answer is a mark that nothing else holds:
// some templates render earlier answers in another way than the model has given them.
func (c *Conversation) turn(ctx context.Context, message string) (string, error) {
	var turns [2]string
	n := 0
	for i := range turns {
		mark := ""
		for mark == "" || strings.Contains(message, mark) || strings.Contains(c.system, mark) {
			mark = fmt.Sprintf("answer-%d", n)
			n++
		}
		text, err := c.template.Render(ctx, c.messages(Message{"user", "question"}, Message{"assistant", mark}, Message{"user", message}), true)
		if err != nil {
			return "", err
		}
		_, after, found := strings.Cut(text, mark)
		if !found || strings.Contains(after, mark) {
			return "", fmt.Errorf("%w: it does not show an answer once", ErrTemplate)
		}
		turns[i] = after
	}
	if turns[0] != turns[1] {
		return "", fmt.Errorf("%w: what follows an answer depends on it", ErrTemplate)
	}
	return turns[0], nil
}

// common is the length of the longest common beginning.
func common(a, b []int) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
