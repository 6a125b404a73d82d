// Package tokenizer turns text into token IDs and back as a Hugging Face
// tokenizer.json of a byte-level BPE says, with the IDs that the library
// `tokenizers` gives.
//
// What happens to a text, in this order: added tokens that are matched in the
// raw text are cut out; what is left is normalized (NFC or not at all); added
// tokens that are matched in normalized text are cut out; the rest is split by
// the regular expressions of the pre-tokenizer; each piece is merged, from
// bytes, by rank.
//
// A file with a part that would change this is refused with [ErrUnsupported]
// and never read halfway.
package tokenizer
