package shim_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func (w *world) openAI() openai.Client {
	return openai.NewClient(option.WithBaseURL(w.url+"/v1"), option.WithAPIKey("none"), option.WithHTTPClient(w.client), option.WithMaxRetries(0))
}

func chatParams() openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{
		Model: "tiny", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hi")},
		Temperature: openai.Float(0), MaxCompletionTokens: openai.Int(8),
		StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
	}
}

// TestOpenAIsClient reads our answers.
func TestOpenAIsClient(t *testing.T) {
	w := start(t, setup{})
	client := w.openAI()
	plain, err := client.Chat.Completions.New(t.Context(), chatParams())
	if err != nil {
		t.Fatal(err)
	}
	stream := client.Chat.Completions.NewStreaming(t.Context(), chatParams())
	var whole openai.ChatCompletionAccumulator
	for stream.Next() {
		if !whole.AddChunk(stream.Current()) {
			t.Errorf("%+v does not fit", stream.Current())
		}
	}
	if err := errors.Join(stream.Err(), stream.Close()); err != nil {
		t.Fatal(err)
	}
	a, b := plain.Choices[0], whole.Choices[0]
	if a.Message.Content == "" || a.Message.Content != b.Message.Content || a.FinishReason != b.FinishReason {
		t.Errorf("%+v and %+v", a, b)
	}
	if whole.Usage.PromptTokensDetails.CachedTokens != plain.Usage.PromptTokens {
		t.Errorf("usage %+v", whole.Usage)
	}
	text, err := client.Completions.New(t.Context(), openai.CompletionNewParams{
		Model: "tiny", Prompt: openai.CompletionNewParamsPromptUnion{OfString: openai.String(catPrompt)}, Temperature: openai.Float(0), MaxTokens: openai.Int(8),
	})
	if err != nil || text.Choices[0].Text != catAnswer {
		t.Errorf("%v, %+v", err, text)
	}
	if list, err := client.Models.List(t.Context()); err != nil || list.Data[0].ID != "tiny" {
		t.Errorf("%v, %+v", err, list)
	}
	if one, err := client.Models.Get(t.Context(), "tiny"); err != nil || one.ID != "tiny" {
		t.Errorf("%v, %+v", err, one)
	}
}

// TestOpenAIsClientSeesFailures: never an answer that is empty.
func TestOpenAIsClientSeesFailures(t *testing.T) {
	w := start(t, setup{model: "walked"})
	client := w.openAI()
	var e *openai.Error
	if _, err := client.Chat.Completions.New(t.Context(), chatParams()); !errors.As(err, &e) || e.Code != "non_finite_logits" || e.StatusCode != http.StatusInternalServerError {
		t.Errorf("plain: %v", err)
	}
	shut := start(t, setup{model: "shut"}).openAI()
	stream := shut.Chat.Completions.NewStreaming(t.Context(), chatParams())
	if stream.Next() || !errors.As(stream.Err(), &e) || e.StatusCode != http.StatusInternalServerError {
		t.Errorf("before the first token: %v", stream.Err())
	}
	stream = client.Chat.Completions.NewStreaming(t.Context(), chatParams()) // its answer begins with {t13}
	n := 0
	for stream.Next() {
		n++
	}
	if err := stream.Err(); n == 0 || err == nil || !strings.Contains(err.Error(), "non_finite_logits") {
		t.Errorf("behind %d events: %v", n, err)
	}
	_ = stream.Close()
}
