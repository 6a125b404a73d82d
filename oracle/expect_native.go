package oracle

// expectNative: each reader refuses a broken row under its own name; the argmax
// sites are greedy at any temperature. The lazy sampler is a diagnostic and
// stays as recorded.
func expectNative(in *NativeIn, out Output) []claim {
	claims := recorded(out)
	c := count(in.Row.plain())
	if !c.broken() {
		return claims
	}
	site := &TokErr{Err: c.refusal(WhereGreedy)}
	sites := map[string]Class{
		"argmax_7577":    ClassArgmax7577,
		"argmax_13295":   ClassArgmax13295,
		"argmax_15371":   ClassArgmax15371,
		"argmax_batched": ClassArgmax15339,
	}
	if in.Cfg.route() == greedy {
		sites["draft_unchecked"] = ClassDraft7664 // not asked above temperature 0
	}
	for i := range claims {
		name := claims[i].Name
		if class, ok := sites[name]; ok {
			claims[i] = claim{Part: Part{name, site}, class: class}
		}
		if name == "ordinary" {
			refused := NativeOrdinary{Err: c.refusal(in.Cfg.where()), Next: undrawn(in.RNGSeed)}
			claims[i] = claim{Part: Part{name, refused}, class: in.Cfg.candidatesClass(in.Row.plain())}
		}
	}
	return claims
}
