"""Records what the library `tokenizers` makes of a few hundred texts.

    python oracle/record_tokenizer.py receipts/models/tiny-f32/tokenizer.json

writes, into engine/tokenizer/testdata, four small tokenizers and recorded.json: the IDs of
every text and the text of ID sequences, by each tokenizer. Deterministic for
one version of `tokenizers` and of Python (whose Unicode tables choose the
random characters).
"""

import copy
import json
import platform
import random
import sys
import unicodedata
from pathlib import Path

import tokenizers
from tokenizers import Tokenizer, pre_tokenizers, trainers

HERE = Path(__file__).parent.parent / "engine" / "tokenizer" / "testdata"

CORPUS = """
The quick brown fox jumps over the lazy dog; the dog doesn't mind, and they'll do it again.
A row of logits becomes a token only through one checked door, and the rest is thrown away.
It's what we've said: I'm here, you're there, she'd know, who'll count to 1234567890?
for i := range n { total += values[i] }    // four spaces, then a comment
def f(x): return x ** 2 if x >= 0 else -x
Über die Brücke fährt der Zug nach Köln. Le garçon a mangé une pêche à la crème brûlée.
Съешь ещё этих мягких французских булок, да выпей чаю. Ελληνικά γράμματα και τόνοι.
日本語の文章です。日本語と中文和한국어 문장입니다. 中文字符也在这里。
नमस्ते दुनिया، مرحبا بالعالم، שלום עולם. สวัสดีชาวโลก
""" * 4

CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
LLAMA = CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
CASED = (
    r"[^\r\n\p{L}\p{N}]?" + UPPER + "*" + LOWER + "+" + CONTRACTIONS + "?"
    r"|[^\r\n\p{L}\p{N}]?" + UPPER + "+" + LOWER + "*" + CONTRACTIONS + "?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n\/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def added(content, **flags):
    token = dict(id=0, content=content, single_word=False, lstrip=False, rstrip=False, normalized=False, special=False)
    token.update(flags)
    return token


def split(pattern):
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


def byte_level(use_regex):
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": use_regex}


def trained(size, pre_tokenizer):
    """A tokenizer.json without added tokens, its merges learnt from CORPUS."""
    shell = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
        "pre_tokenizer": pre_tokenizer, "post_processor": None, "decoder": byte_level(True),
        "model": {"type": "BPE", "vocab": {}, "merges": []},
    }
    tokenizer = Tokenizer.from_str(json.dumps(shell))
    trainer = trainers.BpeTrainer(
        vocab_size=size, show_progress=False, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet())
    )
    tokenizer.train_from_iterator(CORPUS.splitlines(True), trainer)
    return json.loads(tokenizer.to_str())


def with_added(d, tokens):
    vocab = d["model"]["vocab"]
    following = len(vocab)
    for token in tokens:
        if token["content"] in vocab:
            token["id"] = vocab[token["content"]]
        else:
            token["id"] = following
            following += 1
    d["added_tokens"] = tokens
    return d


def nfc(tiny):
    """The shape of Qwen3.5: NFC, one pattern. Added tokens on both sides of the normalizer."""
    d = trained(420, copy.deepcopy(tiny["pre_tokenizer"]))
    d["normalizer"] = {"type": "NFC"}
    return with_added(d, [
        added("<|endoftext|>", special=True),
        added("<|im_start|>", special=True),
        added("<|im_end|>", special=True),
        added("<think>"),
        added("</think>"),
        added("cafe\u0301", normalized=True),  # found as café however it was written
        added("o\u0301"),  # found only where it is written in two characters
    ])


def gpt2():
    """The shape of GPT-2: the pattern of ByteLevel, merges as strings, affixes that are empty."""
    d = trained(400, byte_level(True))
    d["post_processor"] = byte_level(True)
    d["model"]["merges"] = [" ".join(pair) for pair in d["model"]["merges"]]
    d["model"]["continuing_subword_prefix"] = ""
    d["model"]["end_of_word_suffix"] = ""
    return with_added(d, [
        added("<|end", normalized=True),
        added("<|endoftext|>", special=True, normalized=True),
        added("endo", normalized=True),
    ])


def whole():
    """The shape of Llama 3: pieces that are tokens stay whole. Holes among the IDs; every flag of added tokens."""
    d = trained(380, {"type": "Sequence", "pretokenizers": [split(LLAMA), byte_level(False)]})
    model = d["model"]
    model["ignore_merges"] = True
    extra = ["Ġhello", "ignore", "æĹ¥æľ¬", "ĊĊĊ", "123"]
    flags = [
        added("<word>", single_word=True),
        added("<left>", lstrip=True, special=True),
        added("<right>", rstrip=True, special=True),
        added("<both>", lstrip=True, rstrip=True),
        added("foo", single_word=True, lstrip=True),
        added(" z", lstrip=True),  # begins with what <right> may have taken
        added(" w"),
        added("Ġx"),  # in the byte alphabet: decodes to " x"
        added("é"),  # decodes to the byte 0xe9
    ]
    for i, content in enumerate(extra + [token["content"] for token in flags]):
        model["vocab"].setdefault(content, 400 + 3 * i)
    text = {"Sequence": {"id": "A", "type_id": 0}}
    d["post_processor"] = {"type": "TemplateProcessing", "single": [text], "pair": [text], "special_tokens": {}}
    return with_added(d, flags)


def splits():
    """Several patterns after each other, as DeepSeek and GPT-4o have them."""
    return with_added(
        trained(380, {"type": "Sequence", "pretokenizers": [
            split(r"\p{N}{1,2}"), split("[一-龥ぁ-ゟ゠-ヿ]+"), split(CASED), byte_level(False),
        ]}),
        [added("<｜begin｜>", special=True)],
    )


WRITTEN = [
    "", " ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "a", "é", "Hello, world!", " hello", "hello hello  hello",
    "The quick brown fox jumps over the lazy dog.", "it's we've I'm they'll you're she'd don't", "IT'S WE'VE I'M THEY'LL",
    "'s't're've'm'll'd", "'ſ a'ſb it’s", "''s 'S", "12 123 1234 12345 1234567890", "3.14 1,000,000 ½ Ⅷ ٣ १२३ ²", "a1b2c3", "x=1;y=2",
    "  leading", "trailing  ", "in    between", "a \n b", "a\n\n\nb", "a\r\nb\r\n\r\nc", " \n \n ", "\n \n x", "a\t\tb", "\t \t", "a\u2028b\u2029c",
    "a\x85b", "\x1c\x1d\x1e\x1f", "\x00\x01\x7f", "a\u200bb", "a\u200db", "\ufeffa", "\u180e", "a\u00adb", "\u2003\u2003x",
    "for (int i = 0; i < n; i++) {\n\ta[i] += b[i];\n}\n", "!!! ??? ...", "#!/bin/sh", "path/to/file.txt//", "https://example.org/a?b=c&d=e#f", "\"quoted\" 'single' `tick`",
    "café", "cafe\u0301", "un cafe\u0301 noir", "CAFE\u0301", "o\u0301 ó", "e\u0301e\u0300e\u0323\u0302 \u1ec7", "a\u0323\u0307 a\u0307\u0323", "\u0344 \u0374 \u2126 \u212b \u212a", "\u1e9b\u0323", "\u0958 \u0915\u093c", "\ufb1d \u05d9\u05b4",
    "\u1100\u1161\u11a8 \uac00\u11a8 \uac01 각", "한국어 문장", "a" + "\u0301" * 40, "q" + "\u0323\u0307" * 20, "\u0301\u0302 x", "Z\u0351\u036b\u0343a\u0328l\u0321g\u0321o",
    "日本語の文章です。", "中文字符也在这里。", "日本", "漢字かなカナ123ｱｲｳ", "ﬁ ﬂ ﬀ ǆ ǅ Ǆ ß ẞ İ ı", "नमस्ते दुनिया", "สวัสดีชาวโลก", "שלום עולם", "مرحبا بالعالم", "Съешь ещё этих мягких", "Ελληνικά γράμματα",
    "😀", "👩‍👩‍👧‍👦", "👍🏽 🇩🇪🇯🇵", "☃️ ❤️‍🔥", "𝕳𝖊𝖑𝖑𝖔 𐍈 𠀀", "\U0010ffff \uffff \ufffd \ufdd0 \ue000", "a😀b😀 c",
    "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n", "<|im_start|><|im_end|>", "a<|endoftext|>b", "<|endoftext|", "<|end oftext|>", "<|end<|endoftext|>endo", "<|endo", "<|im_end|> <|im_end|>  <|im_end|>\n", "<think>\nx\n</think>\n\ny", "<|filler_1|><|filler_10|><|filler_104|>",
    "a <left> b", "a   <left>", "<left><left>", " \n<left>  <right> \n x", "<right>   <left>", "<right>  <right>  ", "<right>   z", "<right> z <right>  w  x", "<right> w", "   z  w  z", "a <both> b <both>  <both>c", "<both>", " <word> ", "a<word>", "<word>b", "<word><word>", "1<word>", "_<word>", "-<word>-", "é<word>", "\u0301<word>", "<word>\u200d", "ⓐ<word>",
    "foo foobar barfoo foo", "  foo", "foo_foo", "foo.foo", "Ġx x é e\u0301", "<｜begin｜>x<|begin|>", "ignore hello  hello 日本 123 1234 \n\n\n",
    "<|im_start|>cafe\u0301<|im_end|>\u0301", "cafe<think>\u0301", "a\u0301<think>", "x" * 300, "ab" * 200, " " * 200, "\n" * 100, "the " * 60, "日本語" * 40, "\u0301" * 70,
]

STOCK = [
    list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), list("etaoin shrdlu "), list("0123456789"), list(" \t\n\r\u00a0\u2003\u3000\x85"), list("  \n\r\n"), list(".,;:!?'\"()[]{}<>|/\\@#$%^&*-_=+~`"),
    [chr(c) for c in range(0x300, 0x370)], list("äöüßéèêñçåøœ"), [chr(c) for c in range(0x4e00, 0x4e80)], [chr(c) for c in range(0x1100, 0x1200)], [chr(c) for c in range(0xac00, 0xac80)], [chr(c) for c in range(0x1f600, 0x1f650)], ["\u200d", "\ufe0f", "🏽", "👩"],
    ["'s", "'LL", "'d", "’s"], ["<|im_end|>", "<|endoftext|>", "<left>", "<right>", "<word>", "foo", "<think>", "cafe\u0301"], ["the", "and", "ing", " the", " and", "hello"],
    [chr(c) for c in range(0x20, 0x30000) if unicodedata.category(chr(c)) not in ("Cn", "Cs", "Co")],
]


def texts():
    rng = random.Random(20)
    made = list(WRITTEN)
    for _ in range(170):
        stock = rng.sample(STOCK, rng.randint(1, 5))
        made.append("".join(rng.choice(rng.choice(stock)) for _ in range(rng.randint(1, 40))))
    for _ in range(30):
        made.append("".join(rng.choice(STOCK[-1]) for _ in range(rng.randint(1, 30))))
    for _ in range(30):
        made.append(rng.randbytes(rng.randint(1, 60)).decode("utf-8", errors="replace"))
    return list(dict.fromkeys(made))


def sequences(tokenizer):
    rng = random.Random(21)
    size = max(tokenizer.get_vocab().values()) + 8  # a few IDs without a token
    high = [tokenizer.get_vocab()[c] for c in "ÃÂâãðéìĢģĤŁľĿŀ¬¤¸"]
    made = [[], [size + 5], [high[0]], [high[2], high[7]]]
    for _ in range(60):
        made.append([rng.randrange(size) for _ in range(rng.randint(1, 24))])
    for _ in range(60):
        made.append([rng.choice(high) if rng.random() < 0.8 else rng.randrange(size) for _ in range(rng.randint(1, 24))])
    return made


def lines(values):
    return "[\n" + ",\n".join(json.dumps(v, separators=(",", ":")) for v in values) + "\n]"


def main():
    tiny = json.loads(Path(sys.argv[1]).read_text())
    for name, d in {"nfc": nfc(tiny), "gpt2": gpt2(), "whole": whole(), "splits": splits()}.items():
        (HERE / f"{name}.json").write_text(json.dumps(d, ensure_ascii=True, indent=None, separators=(",", ":")) + "\n")
    all_texts, records = texts(), []
    for name, path in [("tiny", Path(sys.argv[1]))] + [(n, HERE / f"{n}.json") for n in ("nfc", "gpt2", "whole", "splits")]:
        tokenizer = Tokenizer.from_file(str(path))
        encoded = [tokenizer.encode(text, add_special_tokens=True).ids for text in all_texts]
        decoded = encoded + sequences(tokenizer)
        records.append(
            f'{{"tokenizer":"{name}","encoded":{lines(encoded)},\n"sequences":{lines(decoded[len(encoded):])},\n'
            f'"decoded":{lines(tokenizer.decode(ids, skip_special_tokens=False) for ids in decoded)}}}'
        )
    note = "made by oracle/record_tokenizer.py; encoded: the IDs of each text; decoded: the texts of those IDs, then of the sequences"
    versions = {"tokenizers": tokenizers.__version__, "python": platform.python_version(), "unicodedata": unicodedata.unidata_version}
    (HERE / "recorded.json").write_text(
        f'{{"note":{json.dumps(note)},\n"versions":{json.dumps(versions)},\n"texts":{lines(all_texts)},\n"records":[' + ",\n".join(records) + "]}\n"
    )


main()
