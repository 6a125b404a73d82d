package derive

// report is a public account of a fault. LookedUp says whether its thread was
// read (in a stored copy) for this note; else Shows repeats what the project or
// the oracle's source says of it.
type report struct {
	ID       string `json:"id"`
	URL      string `json:"url"`
	Shows    string `json:"shows"`
	LookedUp bool   `json:"looked_up"`
}

var reports = []report{
	{"MTPLX#311", "https://github.com/youssofal/MTPLX/issues/311", "Named by the project and by the oracle's own source (the comment on its numerical error), thread not looked up: broken rows became token 0, \"!\" in the Qwen vocabulary, for thousands of tokens.", false},
	{"mlx#4274", "https://github.com/ml-explore/mlx/issues/4274", "argmax skips NaN where max propagates it, so an argmax over a broken row names a normal-looking entry; with a NaN in front it names entry 0.", true},
	{"vLLM#53029", "https://github.com/vllm-project/vllm/issues/53029", "A row of NaNs at the verify step of speculative decoding is turned into a token by the rejection sampler: out of the vocabulary at first, later inside it and unnoticed.", true},
	{"mlx-vlm#1917", "https://github.com/Blaizzy/mlx-vlm/issues/1917", "Named by the project, not looked up.", false},
	{"SGLang#33187", "https://github.com/sgl-project/sglang/issues/33187", "Replacing NaN by one constant makes an all-NaN row uniform: random tokens reach the client as a healthy answer, and the broken step stays in the cache.", true},
	{"llama.cpp#26651", "https://github.com/ggml-org/llama.cpp/issues/26651", "Named by the project, not looked up.", false},
	{"mlx-vlm#1163", "https://github.com/Blaizzy/mlx-vlm/issues/1163", "Two float16 activations above 65504 become infinite, a norm turns them into NaN, all logits follow, and the output is token 0 without end.", true},
	{"mlx-engine#349", "https://github.com/lmstudio-ai/mlx-engine/issues/349", "Float16 logits overflow in a tool-call bridge and token 0 is emitted.", true},
	{"colibri#369", "https://github.com/JustVugg/colibri/issues/369", "A single NaN or +Inf among the logits makes every probability NaN, and a fallback emits token 0 forever.", true},
	{"mlx#2608", "https://github.com/ml-explore/mlx/pull/2608", "Attention over a row of keys that is masked completely gave NaN, which spread from there.", true},
	{"omlx#3777", "https://github.com/jundot/omlx/issues/3777", "Long prompts collapse to token 0 from the first token on, with HTTP 200 and no error.", true},
	{"lattice#280", "https://github.com/ohdearquant/lattice/issues/280", "Two argmax routines of one engine broke ties differently, so speculative and plain greedy decoding disagreed on tied logits.", true},
	{"tpu-inference#3580", "https://github.com/vllm-project/tpu-inference/pull/3580", "A top-k by threshold keeps every value tied with the k-th; bfloat16 logits tie at the maximum in practice.", true},
	{"llama.cpp#13344", "https://github.com/ggml-org/llama.cpp/pull/13344", "A sampler had to learn that -Inf logits of forbidden tokens are legal and take no part in its statistics.", true},
}
