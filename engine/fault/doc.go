// Package fault breaks one row of logits on its way out of a model, in builds with
// the tag faultinject. Every other build has the same API and injects nothing: Parse
// refuses all plans and Wrap gives the model back.
//
// A plan is one line:
//
//	plan       = boundary ":" occurrence [ "/" row ] ":" kind
//	boundary   = "prefill" | "ar" | "verify" | "copy" | "draft" | "repair" | "final"
//	occurrence = which forward of that boundary, from 1; those without rows do not count
//	row        = which row of that forward, from 0, the default
//	kind       = "nan" | "posinf" | "allneg" | "mask"
//
// so "verify:2/1:nan" is the second row of the second verify window. The boundaries
// are the model.Kinds. nan and posinf break one logit, that of the least likely token:
// a reader that looks only at what it chooses sees no NaN. allneg makes every logit
// -Inf. mask leaves only the best token's and is legal: a greedy answer stays the same.
//
// A server wraps its model once, with the empty plan, and once more for each request:
// to wrap a wrapped model is to plan one more fault in it, which holds from then until
// its end function is called. So states of one request go on in the next.
package fault
