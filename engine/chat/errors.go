package chat

import "errors"

// Why a conversation cannot be made a prompt.
var (
	ErrNoTemplate = errors.New("no chat template")
	ErrTemplate   = errors.New("unusable chat template")
	ErrEndless    = errors.New("chat template takes too long")
	ErrMessages   = errors.New("refused by the chat template") // by its raise_exception, with its words
	ErrSystem     = errors.New("the conversation began with another system prompt")
)
