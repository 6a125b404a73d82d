package wrong

// windowMistakes are made where several rows belong to one call.
var windowMistakes = []mistake{
	{
		"batch-checks-row-0-only",
		"The first row of a batch or a block is judged and stands for all of them, so a broken neighbour gives a token.",
		"",
		func(h *hooks) {
			h.batch = func(_ int, broken func(int) bool) int { return firstOf(1, broken) }
			h.block = h.batch
		},
	},
	{
		"batch-census-of-a-later-row",
		"A batch is refused with the census of its last broken row instead of its first, and the caller looks in the wrong place.",
		"",
		func(h *hooks) {
			h.batch = func(rows int, broken func(int) bool) int {
				last := nobody
				for i := range rows {
					if broken(i) {
						last = i
					}
				}
				return last
			}
		},
	},
	{
		"block-judged-row-by-row",
		"A copied block is judged row by row as it is read, so a broken row behind a rejection goes unseen, and one behind accepted tokens is refused after draws: the oracle's own hole.",
		"",
		func(h *hooks) {
			h.block = func(int, func(int) bool) int { return nobody }
			h.reached = func(row int, broken func(int) bool) bool { return broken(row) }
		},
	},
	{
		"batch-rows-weighed-apart",
		"Only the row whose float32 mass overflowed is weighed again in float64; a batch has one arithmetic, so its neighbours' last digits differ.",
		"",
		func(h *hooks) { h.onHost = func(noMass []bool) []bool { return noMass } },
	},
}
