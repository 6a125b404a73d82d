package chat_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rowproof/engine/chat"
	"rowproof/engine/tokenizer"
)

const stop = 1000 // <|im_end|>, of the encoder below

// runes is a tokenizer: a character is a token, and so is <|im_end|>.
type runes struct{}

func (runes) Encode(text string) ([]int, error) {
	var ids []int
	for i, part := range strings.Split(text, "<|im_end|>") {
		if i > 0 {
			ids = append(ids, stop)
		}
		for _, r := range part {
			ids = append(ids, int(r))
		}
	}
	return ids, nil
}

func text(ids []int) string {
	var b strings.Builder
	for _, id := range ids {
		if id == stop {
			b.WriteString("<|im_end|>")
		} else {
			b.WriteRune(rune(id))
		}
	}
	return b.String()
}

func ids(text string) []int { encoded, _ := runes{}.Encode(text); return encoded }

func conversation(t testing.TB, name, system string) *chat.Conversation {
	t.Helper()
	return chat.NewConversation(template(t, recorded(t).Templates[name]), runes{}, []int{stop}, system)
}

func prompt(t testing.TB, c *chat.Conversation, message string) ([]int, int) {
	t.Helper()
	ids, system, err := c.Prompt(context.Background(), message)
	if err != nil {
		t.Fatal(err)
	}
	return ids, system
}

// TestATurnGoesOnFromTheAnswerAsItWasGiven: the template would render the first answer
// without its thoughts by now.
func TestATurnGoesOnFromTheAnswerAsItWasGiven(t *testing.T) {
	for _, tc := range []struct{ name, answer, between string }{
		{"ended by its stop token", "hm\n</think>\n\nYes.<|im_end|>", "\n"},
		{"ended by its length", "hm\n</think>\n\nYe", "<|im_end|>\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := conversation(t, "forgets-thoughts", "")
			first, system := prompt(t, c, "Is it?")
			want := "<|im_start|>user\nIs it?<|im_end|>\n<|im_start|>assistant\n<think>\n"
			if diff := cmp.Diff(want, text(first)); diff != "" || system != 0 {
				t.Fatal(diff, system)
			}
			c.Answered(first, ids(tc.answer))
			second, _ := prompt(t, c, "Really?")
			want += tc.answer + tc.between + "<|im_start|>user\nReally?<|im_end|>\n<|im_start|>assistant\n<think>\n"
			if diff := cmp.Diff(want, text(second)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestEveryPromptBeginsWithWhatWasSaid, whatever is said.
func TestEveryPromptBeginsWithWhatWasSaid(t *testing.T) {
	r := recorded(t)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"made", "default-system", "forgets-thoughts", "alternates"}).Draw(t, "template")
		made, err := chat.New(r.Templates[name], r.Names)
		if err != nil {
			t.Fatal(err)
		}
		system := ""
		if name != "alternates" {
			system = rapid.SampledFrom([]string{"", "Be terse.", "answer-0"}).Draw(t, "system")
		}
		c := chat.NewConversation(made, runes{}, []int{stop}, system)
		said := rapid.SliceOf(rapid.OneOf(rapid.StringMatching(`[ a-z\n]*`), rapid.SampledFrom([]string{"answer-0", "answer-1 answer-2", "<|im_end|>"})))
		for range rapid.IntRange(1, 5).Draw(t, "turns") {
			message := strings.Join(said.Draw(t, "message"), "")
			before := c.Tokens()
			p, shared, err := c.Prompt(context.Background(), message)
			if err != nil {
				t.Fatal(err)
			}
			if len(p) <= len(before) || !slices.Equal(p[:len(before)], before) {
				t.Fatalf("%q does not begin with %q", text(p), text(before))
			}
			if !strings.Contains(text(p[len(before):]), strings.TrimSpace(message)) {
				t.Fatalf("%q lacks %q", text(p[len(before):]), message)
			}
			if system != "" && !strings.Contains(text(p[:shared]), system) || system == "" && shared != 0 {
				t.Fatalf("%d tokens shared, %q", shared, text(p[:shared]))
			}
			c.Answered(p, append(ids(strings.Join(said.Draw(t, "answer"), "")), stop))
		}
	})
}

func TestTheSystemPromptIsWhatConversationsShare(t *testing.T) {
	c := conversation(t, "made", "Be terse.")
	a, shared := prompt(t, c, "Hi")
	b, again := prompt(t, c, "Ho")
	want := "{t258}system\nBe terse.{t256}\n{t258}user\n"
	if got := text(a[:shared]); got != want || shared != again || text(b[:shared]) != want {
		t.Errorf("%d and %d tokens, %q", shared, again, got)
	}
}

func TestResume(t *testing.T) {
	c := conversation(t, "made", "Be terse.")
	p, _ := prompt(t, c, "Hi")
	c.Answered(p, ids("Ho"))
	said := c.Tokens()
	for system, want := range map[string]error{"Be terse.": nil, "": nil, "Be verbose.": chat.ErrSystem} {
		again := conversation(t, "made", system)
		if err := again.Resume(context.Background(), said); !errors.Is(err, want) {
			t.Errorf("%q: %v", system, err)
		}
		if want == nil && !slices.Equal(again.Tokens(), said) {
			t.Errorf("%q: %v", system, again.Tokens())
		}
	}
	c.Forget()
	if again, _ := prompt(t, c, "Hi"); !slices.Equal(again, p) {
		t.Errorf("after Forget: %q", text(again))
	}
}

func TestATemplateThatAnswersChangeIsRefused(t *testing.T) {
	for _, source := range []string{
		"{{ messages[-1].content }}", // no answer
		"{% for m in messages %}{{ m.content }}|{% endfor %}{% for m in messages %}{{ m.content }}|{% endfor %}", // twice
		"{% for m in messages %}{{ m.content }}|{% endfor %}{{ messages|tojson|length }}{% if 'answer-0' in messages|map(attribute='content')|join %}zero{% endif %}",
	} {
		c := chat.NewConversation(template(t, source), runes{}, []int{stop}, "")
		c.Answered(ids("question"), ids("answer"))
		if _, _, err := c.Prompt(context.Background(), "more"); !errors.Is(err, chat.ErrTemplate) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// TestWithTheTokenizerOfAModel a conversation in pieces has the tokens of one that is
// rendered whole.
func TestWithTheTokenizerOfAModel(t *testing.T) {
	const dir = "../../receipts/models/tiny-f32"
	encoder, err := tokenizer.Open(dir + "/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	made, err := chat.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	end, ok := encoder.ID("<|im_end|>")
	if !ok {
		t.Fatal("no end of turn")
	}
	c := chat.NewConversation(made, encoder, []int{end}, "Be terse.")
	p, _ := prompt(t, c, "Hi there")
	answer, err := encoder.Encode("Hello!")
	if err != nil {
		t.Fatal(err)
	}
	c.Answered(p, append(answer, end))
	got, _ := prompt(t, c, "And then?")
	whole, err := made.Render(context.Background(), []chat.Message{{Role: "system", Content: "Be terse."}, {Role: "user", Content: "Hi there"}, {Role: "assistant", Content: "Hello!"}, {Role: "user", Content: "And then?"}}, true)
	if err != nil {
		t.Fatal(err)
	}
	want, err := encoder.Encode(whole)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
