package tokenizer

// sparse is how many IDs a small vocabulary may leave unused: the table of texts
// is as long as the highest ID, so an ID must be below this or below four times
// the number of tokens in the file.
const sparse = 1 << 16

// fill builds the tables from what the file lists.
func (t *Tokenizer) fill(v vocabulary, tokens []addedToken) error {
	t.vocabulary, t.whole = v.ids, v.whole
	if err := t.number(tokens); err != nil {
		return err
	}
	if err := t.index(max(sparse, 4*(len(v.ids)+len(tokens)))); err != nil {
		return err
	}
	if err := t.add(tokens); err != nil {
		return err
	}
	return t.model.fill(v)
}

// number gives the added tokens their place among the IDs. The library
// `tokenizers` does not read their IDs: it takes the vocabulary's or counts on
// from its length. A file that says otherwise would have other IDs there.
func (t *Tokenizer) number(tokens []addedToken) error {
	t.beyond = map[string]int{}
	seen := make(map[string]bool, len(tokens))
	for _, token := range tokens {
		if seen[token.content] {
			return broken("added token %q twice", token.content)
		}
		seen[token.content] = true
		want, known := t.vocabulary[token.content]
		if !known {
			want = len(t.vocabulary) + len(t.beyond)
			t.beyond[token.content] = want
		}
		if token.id != want {
			return broken("added token %q has ID %d instead of %d", token.content, token.id, want)
		}
	}
	return nil
}

// index makes the table of texts; limit bounds what a file can make it allocate.
func (t *Tokenizer) index(limit int) error {
	size := 0
	for _, ids := range []map[string]int{t.vocabulary, t.beyond} {
		for content, id := range ids {
			if id >= limit {
				return broken("ID %d of %q is not below %d", id, content, limit)
			}
			size = max(size, id+1)
		}
	}
	t.texts = make([]string, size)
	t.taken = make([]bool, size)
	for _, ids := range []map[string]int{t.vocabulary, t.beyond} {
		for content, id := range ids {
			if t.taken[id] {
				return broken("ID %d of %q is taken", id, content)
			}
			t.taken[id] = true
			t.texts[id] = unspell(content)
		}
	}
	return nil
}

// add prepares the search for added tokens, and their decoding.
func (t *Tokenizer) add(tokens []addedToken) error {
	t.special = map[int]bool{}
	t.raw, t.normalized = &added{}, &added{}
	for i := range tokens {
		token := &tokens[i]
		form, tree := token.content, t.raw
		if token.normalized {
			tree = t.normalized
			if t.nfc {
				form = nfc(form)
			}
		}
		if !tree.insert(form, token) {
			return broken("added token %q is matched as another one", token.content)
		}
		t.texts[token.id] = unspell(form)
		if token.special {
			t.special[token.id] = true
		}
	}
	return nil
}
