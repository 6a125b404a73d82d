package modelmake

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Tokens of the chat template. They have no shorter names than other tokens.
const (
	turnEnd   = 256 // ends a turn, and an answer
	padding   = 257
	turnBegin = 258

	// minVocabulary has them, a column behind them and nothing less: the last ID
	// must be free to be no trigger.
	minVocabulary = turnBegin + 2
)

// name is the text of a token.
func name(id int) string {
	if id == '\n' || ' ' <= id && id <= '~' && id != '{' {
		return string(rune(id))
	}
	return "{t" + strconv.Itoa(id) + "}"
}

// spelling is the name in the alphabet of byte-level vocabularies, which spells
// white space and other bytes that are no ASCII marks by characters further up.
func spelling(id int) string {
	switch id {
	case '\n', ' ':
		return string(rune(0x100 + id))
	}
	return name(id)
}

// chatTemplate is ChatML by this tokenizer's names.
func chatTemplate() string {
	begin, end := name(turnBegin), name(turnEnd)
	return "{% for m in messages %}" + begin + "{{ m['role'] }}\n{{ m['content'] }}" + end + "\n{% endfor %}" +
		"{% if add_generation_prompt %}" + begin + "assistant\n{% endif %}"
}

// vocabulary is the number of tokens; as JSON it is the vocab of a BPE model, by ID.
type vocabulary int

// MarshalJSON writes an object of IDs by spelling.
func (v vocabulary) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for id := range int(v) {
		if id > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(spelling(id))
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(id))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// addedToken is an entry of added_tokens: a text that is cut out before anything else.
type addedToken struct {
	ID         int    `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LStrip     bool   `json:"lstrip"`
	RStrip     bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`
}

// byteLevel is the pre-tokenizer and the decoder.
type byteLevel struct {
	Type           string `json:"type"`
	AddPrefixSpace bool   `json:"add_prefix_space"`
	TrimOffsets    bool   `json:"trim_offsets"`
	UseRegex       bool   `json:"use_regex"`
}

// tokenizerFile is tokenizer.json: byte-level BPE without merges, so that a text is
// its characters, and with every longer name as an added token. The names are in the
// vocabulary too, which is where the library `tokenizers` takes their IDs from.
func tokenizerFile(n int) any {
	type model struct {
		Type         string     `json:"type"`
		Dropout      any        `json:"dropout"`
		Unknown      any        `json:"unk_token"`
		Prefix       any        `json:"continuing_subword_prefix"`
		Suffix       any        `json:"end_of_word_suffix"`
		FuseUnknown  bool       `json:"fuse_unk"`
		ByteFallback bool       `json:"byte_fallback"`
		IgnoreMerges bool       `json:"ignore_merges"`
		Vocabulary   vocabulary `json:"vocab"`
		Merges       []string   `json:"merges"`
	}
	added := []addedToken{}
	for id := range n {
		if text := name(id); len(text) > 1 {
			added = append(added, addedToken{ID: id, Content: text})
		}
	}
	level := byteLevel{Type: "ByteLevel", TrimOffsets: true}
	return struct {
		Version       string       `json:"version"`
		Truncation    any          `json:"truncation"`
		Padding       any          `json:"padding"`
		Added         []addedToken `json:"added_tokens"`
		Normalizer    any          `json:"normalizer"`
		PreTokenizer  byteLevel    `json:"pre_tokenizer"`
		PostProcessor any          `json:"post_processor"`
		Decoder       byteLevel    `json:"decoder"`
		Model         model        `json:"model"`
	}{
		Version: "1.0", Added: added, PreTokenizer: level, Decoder: level,
		Model: model{Type: "BPE", Vocabulary: vocabulary(n), Merges: []string{}},
	}
}

// tokenizerConfig is tokenizer_config.json.
func tokenizerConfig() any {
	return struct {
		Class    string `json:"tokenizer_class"`
		EOS      string `json:"eos_token"`
		Pad      string `json:"pad_token"`
		Length   int    `json:"model_max_length"`
		CleanUp  bool   `json:"clean_up_tokenization_spaces"`
		Template string `json:"chat_template"`
	}{"PreTrainedTokenizerFast", name(turnEnd), name(padding), contextLength, false, chatTemplate()}
}
