// Package chat turns a conversation into a prompt: by the chat template of a model
// folder, and for conversations that go on, token by token.
package chat
