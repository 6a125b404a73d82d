package derive

// rowNotes cover the kinds of row the recorder makes.
var rowNotes = []note{
	{"normal", "An ordinary row, no fault. One per format is 248,320 wide, the vocabulary of the real models.", nil},
	{"flat", "Almost uniform: no fault, but every rounding shows, and a sampler that loses order loses it here.", nil},
	{"ties_cutoff", "Whole numbers, so that many values tie, also at the k-th place. No fault; a top-k that keeps all ties or picks among them by chance is caught.", []string{"lattice#280", "tpu-inference#3580"}},
	{"all_equal", "One value throughout. No fault; ties go to the lowest ids, and the cumulative mass lands exactly on top_p.", []string{"lattice#280"}},
	{"extreme_big", "A few values at the largest finite number of the format, of both signs. No fault by itself: it becomes one where a penalty or a temperature makes it overflow in the route's arithmetic.", []string{"mlx-engine#349"}},
	{"extreme_spread", "Values in the ten thousands: everything but the best token underflows. No fault.", nil},
	{"mask_single", "A legal mask (grammar, allowed tokens) that leaves one token: -Inf beside a finite value is no fault.", []string{"llama.cpp#13344"}},
	{"mask_few", "A legal mask that leaves a few tokens, possibly fewer than top_k. No fault.", []string{"llama.cpp#13344"}},
	{"nan_one", "One NaN somewhere: one lane of a kernel, one bad scale of a quantised block. The best finite token still looks sensible, which is how it goes unseen.", []string{"mlx#4274", "colibri#369", "MTPLX#311"}},
	{"nan_first", "A NaN at id 0, where many reductions start: a running maximum that begins with it is never beaten, and the answer is token 0.", []string{"mlx#4274", "MTPLX#311"}},
	{"nan_last", "A NaN at the last id, where a vector loop has its tail and a partitioned top-k has what it does not read.", []string{"mlx#4274"}},
	{"posinf_one", "One +Inf: an overflow on the way to the logits. It wins every argmax and makes a softmax NaN.", []string{"colibri#369", "mlx-engine#349"}},
	{"posinf_multi", "Several +Inf: an overflow that hit a whole block. Their order is no order.", []string{"mlx-engine#349"}},
	{"all_neginf", "Nothing but -Inf: a mask that forbids everything, or attention over nothing. No token is left to choose; engines fall back to token 0.", []string{"mlx#2608", "MTPLX#311"}},
	{"nan_posinf", "NaN and +Inf together, as an infinite activation leaves behind when a norm divides it by itself.", []string{"mlx-vlm#1163"}},
	{"signed_zero", "Zeros of both signs, which are equal: the first id wins. No fault.", []string{"lattice#280"}},
	{"subnormals", "Numbers below the smallest normal one. No fault; hardware that flushes them to zero makes ties of them.", nil},
	{"peaked", "One token far ahead. No fault; the rest of the mass is at the edge of float32.", nil},
	{"overflow16", "Values around 60,000: finite in float32 and bfloat16, infinite in float16 where they exceed 65,504. The same activations are a fault in one format only.", []string{"mlx-vlm#1163", "mlx-engine#349"}},
	{"nan_masked", "A legal mask with a NaN among what it leaves (at times in place of it): the mask hides everything but the fault.", []string{"mlx#2608", "mlx#4274"}},
}

// nativeNotes cover the rows that every reader of the oracle was shown.
var nativeNotes = []note{
	{"base:nan", "A NaN between finite values: the checked entry refuses it, the unchecked ones name the best finite token.", []string{"mlx#4274", "vLLM#53029", "MTPLX#311"}},
	{"base:posinf", "A +Inf: the unchecked readers name its id.", []string{"colibri#369"}},
	{"base:allmask", "Every token forbidden: the unchecked readers name token 0.", []string{"mlx#2608", "MTPLX#311"}},
	{"base:legal", "A legal mask: all readers must give a token.", []string{"llama.cpp#13344"}},
	{"extra:nan_first", "A NaN at id 0: the unchecked readers name token 0 on the CPU; by its source the GPU kernel would skip it.", []string{"mlx#4274"}},
	{"extra:nan_posinf", "A NaN at id 0 before a +Inf.", []string{"mlx#4274", "mlx-vlm#1163"}},
	{"extra:nan_all", "Nothing but NaN, as it leaves a model whose activations broke: token 0, or with NaN replaced by a constant any token.", []string{"SGLang#33187", "vLLM#53029", "mlx-vlm#1163", "omlx#3777"}},
	{"extra:nan_mask", "A mask that leaves one token, and that one is NaN.", []string{"mlx#2608", "mlx#4274"}},
	{"extra:nan_mask_finite", "A mask that leaves a NaN and a finite value.", []string{"mlx#4274"}},
	{"extra:posinf_two", "Two +Inf with a finite value and a forbidden token.", []string{"colibri#369"}},
	{"extra:zeros", "Zeros of both signs: legal, the first id wins.", []string{"lattice#280"}},
	{"extra:wide", "257 values with one NaN, one +Inf, or nothing but -Inf, by temperature.", []string{"mlx#4274", "colibri#369", "MTPLX#311"}},
}

// ds4Notes cover the rows of the DS4 sampler, whose law has no refusal: it falls
// back to token 0, and that is kept.
var ds4Notes = []note{
	{"normal", "An ordinary row.", nil},
	{"ties", "Values that tie: the earlier id first.", nil},
	{"legal-mask", "-Inf beside finite values.", nil},
	{"nan", "A NaN: skipped, never chosen.", nil},
	{"pos-inf", "A +Inf: the argmax takes it, sampling skips it.", nil},
	{"all-masked", "Nothing but -Inf: token 0, no draw.", nil},
	{"all-nan", "Nothing but NaN: token 0, no draw.", nil},
	{"huge", "Values around 1e30, of both signs: finite, and all but one underflow.", nil},
	{"below-floor", "Nothing but values below -1e30, where the argmax starts: token 0.", nil},
}
