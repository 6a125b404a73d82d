// Package modelmake makes small model folders of the Qwen3.5 architecture with a
// draft head, for tests and demonstrations. The same options give the same bytes
// on every machine.
//
// # Weights
//
// Nothing was trained. The output matrix mostly maps a token to its successor on
// one long cycle through the vocabulary, plus noise, and the draft head passes the
// embedding of the latest token on: so texts do not fall into a short loop at once,
// and drafts are accepted often. A tied model has its embedding for output matrix and
// walks a cycle too: there an embedding has the code of the successor beside the
// token's own, and the first MLP puts the one over the other. Tensors have the names, the layout and the norm
// gains (stored minus one) of the Hugging Face files of the family.
//
// # Tokens
//
// A text that a model answers determines its list of token IDs. ID n decodes to the
// ASCII character n if that is a newline or printable and not "{", and to "{tn}"
// otherwise: ID 65 is "A", ID 300 is "{t300}", ID 123 is "{t123}". No name is the
// beginning of another one, so a list of IDs is read off its text, and encoding the
// text gives the list back, whatever the list.
//
// The tokens of the chat template are no exception: a turn begins with {t258}, ends
// with {t256}, and {t257} is padding. The template writes those names, and encoding
// finds each of them as one token. None is marked as special, because a special
// token is left out by a decoder that skips those, and then the text would not be
// the list any more. Two readers bend this all the same: transformers counts the end
// and the padding token as special whatever the file says, and mlx-lm's streaming
// decoder drops a space that begins an answer.
//
// A text with any other character, or with a "{" that begins no token's name, has
// no encoding: engine/tokenizer refuses it, Hugging Face tokenizers leave the
// character out.
//
// # Poison
//
// The last channels of the residual stream are reserved: ordinary embeddings are
// exactly zero there and no layer reads or writes them. A token whose embedding is
// not zero in one of them is a trigger, and makes its own row of logits what the
// channel's [Kind] says: the trunk's row behind the trigger or, for a d-kind, the draft
// head's. Mask and its d-kind make a legal row; all others break it. Every float32 and bfloat16 model has the wiring, so one
// value of the embedding is all that poison changes: a prompt without a trigger has
// the same bits as in the clean model. A trigger is no ordinary token otherwise
// either: the norms of its own position count the extra value.
//
// float16 has no numbers large enough for any kind. A tied model has no output matrix to
// wire, which leaves [NaN] and [DraftNaN].
//
// How the channels lie is written in build_note.json; see [Note].
package modelmake
