package oracle

import (
	"slices"
	"strings"
)

// The groups of receipts.
const (
	GroupOrdinary = "ordinary-entry"
	GroupSparse   = "sparse-fallback"
	GroupBatched  = "batched-fallback"
	GroupMixed    = "mixed-distributions"
	GroupKeyed    = "keyed-lazy"
	GroupNative   = "native-invalid"
	GroupGreedy   = "batched-greedy"
	GroupPoint    = "point-mass"
	GroupRNG      = "rng"
	GroupNumeric  = "numeric"
	GroupDS4      = "ds4-control"
)

// The entries that tell calls of one group apart.
const (
	EntryOrdinary     = "generation._sample_from_logits"
	EntrySparseCtor   = "sampling.SparseDistribution"
	EntryHostSparse   = "fast_sampling._host_sparse_distribution"
	EntryDeviceSparse = "fast_sampling.sparse_distribution_from_mlx_logits"
	EntryBatched      = "fast_sampling.batched_sparse_distributions_from_mlx_logits"
	EntrySparseRows   = "fast_sampling.sparse_distributions_from_mlx_logits"
	EntryBind         = "fast_sampling.bind_batched_top_k_distributions"
	EntryMixed        = "sampling.{acceptance_probability,residual_distribution,verify_one_token}"
	EntryNative       = "native-invalid"
	EntryGreedy       = "mx.argmax(accept_logits[0,:n,:],axis=-1)"
	EntryPoint        = "generation._point_mass_block_accept"
	EntryRNG          = "numpy.random.default_rng"
	EntryDS4          = "ds4.sample" // not written in the file: its lines name no entry
	schemaRows        = "qwen-numfail-receipts/1"
	schemaDS4         = "ds4-control/1"
	entryKeySplit     = "mx.random.{key,split}"
	entryWords        = "mx.random.split (flattened words)"
	entryUniformRange = "mx.random.uniform(low,high)"
	entryUniform      = "mx.random.uniform"
	entryGumbel       = "mx.random.gumbel"
	entryCategorical  = "mx.random.categorical"
	entryLazyShape    = "generation._mx_lazy_shape"
	entryLazySample   = "generation._mx_lazy_sample"
	entryExp64        = "np.exp"
	entryExp32        = "mx.exp"
	entryLog32        = "mx.log"
	entrySum64        = "np.sum"
	entryLSE32        = "mx.logsumexp"
	entryArgPartition = "mx.argpartition(-row,kth)"
)

// Groups lists the groups in the order they are replayed and reported.
func Groups() []string {
	return []string{
		GroupOrdinary, GroupSparse, GroupBatched, GroupMixed, GroupNative, GroupGreedy,
		GroupPoint, GroupKeyed, GroupRNG, GroupNumeric, GroupDS4,
	}
}

// RowKinds lists the kinds of row the recorder makes; the notes in
// receipts/kinds.json say what each means.
func RowKinds() []string {
	return []string{
		"normal", "flat", "ties_cutoff", "all_equal", "extreme_big", "extreme_spread", "mask_single",
		"mask_few", "nan_one", "nan_first", "nan_last", "posinf_one", "posinf_multi", "all_neginf",
		"nan_posinf", "signed_zero", "subnormals", "peaked", "overflow16", "nan_masked",
	}
}

// call is one (group, entry, kind) of the format: how to decode it.
type call struct {
	group string
	entry string
	kind  func(kind string) bool
	in    func() any
	out   func() Output
}

func fresh[In any, Out any, O interface {
	*Out
	Output
}](group, entry string, kind func(string) bool) call {
	return call{group, entry, kind, func() any { return new(In) }, func() Output { return O(new(Out)) }}
}

// oneOf accepts the words of a list.
func oneOf(list string) func(string) bool {
	words := strings.Fields(list)
	return func(kind string) bool { return slices.Contains(words, kind) }
}

// pair accepts a word of first, a colon and a word of second.
func pair(first, second string) func(string) bool {
	isFirst, isSecond := oneOf(first), oneOf(second)
	return func(kind string) bool {
		a, b, ok := strings.Cut(kind, ":")
		return ok && isFirst(a) && isSecond(b)
	}
}

func rowKind(kind string) bool { return slices.Contains(RowKinds(), kind) }

func rowKindsJoined(kind string) bool {
	for part := range strings.SplitSeq(kind, "+") {
		if !rowKind(part) {
			return false
		}
	}
	return true
}

func nativeKind(kind string) bool {
	return pair("base", "nan posinf allmask legal")(kind) ||
		pair("extra", "nan_first nan_posinf nan_all nan_mask nan_mask_finite posinf_two zeros wide")(kind)
}

func keyedKind(prefix string) func(string) bool {
	return func(kind string) bool {
		rest, ok := strings.CutPrefix(kind, prefix+":")
		return ok && rowKind(rest)
	}
}

// calls is the closed list of what a receipt may hold.
var calls = []call{
	fresh[OrdinaryIn, OrdinaryOut](GroupOrdinary, EntryOrdinary, rowKind),
	fresh[SparseCtorIn, SparseOut](GroupSparse, EntrySparseCtor, oneOf("normal zeros nan_some nan_all inf_some inf_all negative neginf empty mismatch subnormal huge signed_zero")),
	fresh[RowIn, SparseOut](GroupSparse, EntryHostSparse, rowKind),
	fresh[RowIn, SparseOut](GroupSparse, EntryDeviceSparse, rowKind),
	fresh[BatchIn, BatchOut](GroupBatched, EntryBatched, oneOf("one_bad all_good overflow all_bad")),
	fresh[BatchIn, BatchOut](GroupBatched, EntrySparseRows, oneOf("one_bad all_good overflow all_bad")),
	fresh[BatchIn, BatchOut](GroupBatched, EntryBind, oneOf("one_bad all_good overflow all_bad")),
	fresh[MixedIn, MixedOut](GroupMixed, EntryMixed, pair("ss sd ds dd", "plain equal one_hot_q one_hot_p dense_p_nonfinite dense_p_zero")),
	fresh[KeySplitIn, KeySplitOut](GroupKeyed, entryKeySplit, oneOf("key_split")),
	fresh[KeySplitIn, WordsOut](GroupKeyed, entryWords, oneOf("words")),
	fresh[UniformRangeIn, UniformOut](GroupKeyed, entryUniformRange, oneOf("uniform_range")),
	fresh[UniformIn, UniformOut](GroupKeyed, entryUniform, oneOf("uniform")),
	fresh[UniformIn, GumbelOut](GroupKeyed, entryGumbel, oneOf("gumbel")),
	fresh[CategoricalIn, CategoricalOut](GroupKeyed, entryCategorical, keyedKind("categorical")),
	fresh[LazyShapeIn, LazyShapeOut](GroupKeyed, entryLazyShape, keyedKind("lazy_shape")),
	fresh[LazySampleIn, LazySampleOut](GroupKeyed, entryLazySample, keyedKind("lazy_sample")),
	fresh[NativeIn, NativeOut](GroupNative, EntryNative, nativeKind),
	fresh[GreedyIn, GreedyOut](GroupGreedy, EntryGreedy, oneOf("ties nan inf mix")),
	fresh[PointIn, PointOut](GroupPoint, EntryPoint, rowKindsJoined),
	fresh[RNGIn, RNGOut](GroupRNG, EntryRNG, oneOf("default_rng")),
	fresh[Float64sIn, Float64sOut](GroupNumeric, entryExp64, oneOf("exp64")),
	fresh[Float32sIn, Float32sOut](GroupNumeric, entryExp32, oneOf("exp32")),
	fresh[Float32sIn, Float32sOut](GroupNumeric, entryLog32, oneOf("log32")),
	fresh[Float64sIn, Sum64Out](GroupNumeric, entrySum64, oneOf("sum64")),
	fresh[Float32sIn, LSE32Out](GroupNumeric, entryLSE32, oneOf("lse32")),
	fresh[ArgPartitionIn, ArgPartitionOut](GroupNumeric, entryArgPartition, oneOf("argpartition")),
	fresh[DS4In, DS4Out](GroupDS4, EntryDS4, oneOf("normal ties legal-mask nan pos-inf all-masked all-nan huge below-floor")),
}

// findCall looks a call up and says which of the three names is unknown.
func findCall(group, entry, kind string) (call, error) {
	if !slices.Contains(Groups(), group) {
		return call{}, badf("unknown group %q", group)
	}
	known := false
	for _, c := range calls {
		if c.group != group || c.entry != entry {
			continue
		}
		known = true
		if c.kind(kind) {
			return c, nil
		}
	}
	if known {
		return call{}, badf("unknown kind %q of %s in group %s", kind, entry, group)
	}
	return call{}, badf("unknown entry %q in group %s", entry, group)
}

func checkRowsKind(kinds []string) error {
	for i, kind := range kinds {
		if !rowKind(kind) {
			return badf("rows_kind[%d]: unknown kind %q", i, kind)
		}
	}
	return nil
}
