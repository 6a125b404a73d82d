package shim_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rowproof/shim"
)

// TestPlainAndStreamedSayTheSame, with and without drafts.
func TestPlainAndStreamedSayTheSame(t *testing.T) {
	for _, depth := range []int{0, 3} {
		t.Run(fmt.Sprintf("depth %d", depth), func(t *testing.T) {
			w := start(t, setup{shim: shim.Options{Depth: depth}})
			got := w.ask(greedy(catPrompt, 8))
			if c := got.Choices[0]; c.Text != catAnswer || c.FinishReason != "length" {
				t.Errorf("%q, %s", c.Text, c.FinishReason)
			}
			if got.Usage.Prompt != 7 || got.Usage.Completion != 8 || got.Usage.Details.Cached != 0 {
				t.Errorf("usage %+v", got.Usage)
			}
			r := w.post("/v1/completions", `{"prompt":"The cat","temperature":0,"max_tokens":8,"stream":true,"stream_options":{"include_usage":true}}`)
			all := events(r.body)
			if r.status != http.StatusOK || r.header.Get("Content-Type") != "text/event-stream" || all[len(all)-1] != "[DONE]" {
				t.Fatalf("%d: %s", r.status, r.body)
			}
			var finish string
			var text strings.Builder
			cached := -1
			for _, e := range all[:len(all)-1] {
				c := w.parse(reply{body: e})
				if c.Usage != nil {
					cached = c.Usage.Details.Cached
				}
				for _, choice := range c.Choices {
					text.WriteString(choice.Text)
					finish = choice.FinishReason
				}
			}
			if text.String() != catAnswer || finish != "length" || cached != 7 {
				t.Errorf("%q, %s, %d cached", &text, finish, cached)
			}
		})
	}
}

// TestStopStringsEndAcrossTokens: what may become a stop string is held back, what is
// behind it is not said, and the conversation is kept.
func TestStopStringsEndAcrossTokens(t *testing.T) {
	for _, tc := range []struct{ stop, want, finish string }{
		{"{t15}{t1", "{t327}w", "stop"},
		{"w", "{t327}", "stop"},
		{"}w{t15}{t13}x", catAnswer, "length"}, // began and did not become one
		{"0}", strings.TrimSuffix(catAnswer, "0}"), "stop"},
		{"0}x", catAnswer, "length"}, // held until the end
	} {
		for _, depth := range []int{0, 3} {
			t.Run(fmt.Sprintf("%s at depth %d", tc.stop, depth), func(t *testing.T) {
				w := start(t, setup{shim: shim.Options{Depth: depth}})
				plain := w.ask(greedy(catPrompt, 8, "stop", tc.stop, "logprobs", 0))
				if c := plain.Choices[0]; c.Text != tc.want || c.FinishReason != tc.finish {
					t.Errorf("plain: %q, %s", c.Text, c.FinishReason)
				}
				var scores struct {
					Tokens []string
					Offset []int `json:"text_offset"`
				}
				if err := json.Unmarshal(plain.Choices[0].Logprobs, &scores); err != nil {
					t.Fatal(err)
				}
				if text := strings.Join(scores.Tokens, ""); !strings.HasPrefix(text, tc.want) || scores.Offset[len(scores.Offset)-1] >= len(tc.want) {
					t.Errorf("logprobs of %q at %v", text, scores.Offset)
				}
				body, _ := json.Marshal(greedy(catPrompt, 8, "stop", []string{"never", tc.stop}, "stream", true))
				text := ""
				for _, e := range events(w.post("/v1/completions", string(body)).body) {
					if e == "[DONE]" {
						continue
					}
					c := w.parse(reply{body: e}).Choices[0]
					if text += c.Text; !strings.HasPrefix(tc.want, text) {
						t.Fatalf("%q was out", text)
					}
				}
				if text != tc.want {
					t.Errorf("streamed: %q", text)
				}
				if again := w.ask(greedy(catPrompt, 8)); again.Usage.Details.Cached != 7 || again.Choices[0].Text != catAnswer {
					t.Errorf("then %+v", again)
				}
			})
		}
	}
}

// TestLogprobs: they are finite, descending and the same however the answer was made.
func TestLogprobs(t *testing.T) {
	type entry struct {
		Token   string
		Logprob float64
		Bytes   []byte `json:"-"`
		Top     []struct {
			Token   string
			Logprob float64
		} `json:"top_logprobs"`
	}
	var first string
	for _, depth := range []int{0, 1, 3} {
		w := start(t, setup{shim: shim.Options{Depth: depth}})
		c := w.ask(map[string]any{
			"messages": []map[string]string{{"role": "user", "content": "Hi"}}, "temperature": 0, "max_tokens": 12, "logprobs": true, "top_logprobs": 3,
		}).Choices[0]
		var scores struct{ Content []entry }
		if err := json.Unmarshal(c.Logprobs, &scores); err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, e := range scores.Content {
			text.WriteString(e.Token)
			if e.Logprob > 0 || len(e.Top) != 3 || e.Top[0].Token != e.Token || e.Top[0].Logprob != e.Logprob || e.Top[1].Logprob < e.Top[2].Logprob {
				t.Errorf("depth %d: %+v", depth, e)
			}
		}
		if text.String() != c.Message.Content || len(scores.Content) != 12 {
			t.Errorf("depth %d: logprobs of %q for %q", depth, &text, c.Message.Content)
		}
		if first == "" {
			first = string(c.Logprobs)
		} else if first != string(c.Logprobs) {
			t.Errorf("depth %d: %s\nnot %s", depth, c.Logprobs, first)
		}
	}
}

// TestSeeds: one seed, one answer; without one, another each time.
func TestSeeds(t *testing.T) {
	w := start(t, setup{model: "endless", shim: shim.Options{Depth: 2}})
	ask := func(more ...any) string {
		fields := greedy(catPrompt, 24, append(more, "top_k", 40, "presence_penalty", 0.5, "frequency_penalty", -0.5, "logprobs", 2)...)
		fields["temperature"] = 1.5
		return w.ask(fields).Choices[0].Text
	}
	a, b, c := ask("seed", 5), ask("seed", 5), ask("seed", -6)
	if a != b || a == c || ask() == ask() {
		t.Errorf("%q, %q, %q", a, b, c)
	}
}

// TestAConversationGoesOn: a prompt with the answer behind it is tokenised anew, and
// comes to the same tokens.
func TestAConversationGoesOn(t *testing.T) {
	for _, stored := range []bool{false, true} {
		w := start(t, setup{store: stored, shim: shim.Options{Depth: 3}})
		messages := []map[string]string{{"role": "system", "content": "Be terse."}, {"role": "user", "content": "Hi"}}
		ask := func() completion {
			return w.ask(map[string]any{"messages": messages, "temperature": 0, "max_tokens": 6})
		}
		first := ask()
		again := ask()
		if got := again.Usage.Details.Cached; got != first.Usage.Prompt || again.Choices[0].Message != first.Choices[0].Message {
			t.Errorf("a repeat reuses %d of %d tokens: %+v", got, first.Usage.Prompt, again.Choices[0])
		}
		messages = append(messages, map[string]string{"role": "assistant", "content": first.Choices[0].Message.Content}, map[string]string{"role": "user", "content": "And?"})
		on := ask()
		if got, want := on.Usage.Details.Cached, first.Usage.Prompt+6; got != want {
			t.Errorf("going on reuses %d tokens, not %d", got, want)
		}
		fresh := start(t, setup{shim: shim.Options{Depth: 3}}).ask(map[string]any{"messages": messages, "temperature": 0, "max_tokens": 6})
		if fresh.Choices[0].Message != on.Choices[0].Message {
			t.Errorf("%+v, cold %+v", on.Choices[0], fresh.Choices[0])
		}
		if stored {
			// Another conversation with the same system prompt starts behind it.
			messages = []map[string]string{messages[0], {"role": "user", "content": "You?"}}
			if got := ask().Usage.Details.Cached; got == 0 {
				t.Error("the system prompt was not reused")
			}
		}
	}
}

// TestPromptAndOwnAnswer, as text and as tokens.
func TestPromptAndOwnAnswer(t *testing.T) {
	w := start(t, setup{})
	first := w.ask(greedy(catPrompt, 8))
	fields := greedy("", 8)
	fields["prompt"] = []int{'T', 'h', 'e', ' ', 'c', 'a', 't'}
	if c := w.ask(fields); c.Choices[0].Text != catAnswer || c.Usage.Details.Cached != 7 {
		t.Errorf("%+v", c)
	}
	if on := w.ask(greedy(catPrompt+first.Choices[0].Text, 4)); on.Usage.Details.Cached != 15 {
		t.Errorf("usage %+v", on.Usage)
	}
}
