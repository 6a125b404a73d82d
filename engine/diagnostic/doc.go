// Package diagnostic holds two device samplers of the oracle that no decode
// path uses any more, rebuilt so that their receipts can be replayed and their
// behaviour on broken rows shown beside that of the checked entry.
//
// LazyShape and LazySample are the keyed sampler: they mark a broken row, the
// second one with the token -1.
//
// PrefixSample is UNCHECKED. It keeps the contract of its original, which looks
// for no NaN and no infinity and returns a plausible ID for any row at all.
// Nothing it returns may be trusted, let alone shown to a user.
//
// This package is a historical diagnostic. No product package may import it:
// tokens for users come from engine/sample, behind the door of engine/logits.
//
// Rows are float32 values. A bfloat16 or float16 row is passed widened: the
// originals select candidates in the row's own type, but widening is exact and
// keeps the order, and everything else they compute in float32.
package diagnostic
