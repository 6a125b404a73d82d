package modelprove

import (
	"fmt"
	"math/rand/v2"
)

// group are prompts that share a line of the table.
type group struct {
	name    string
	lengths []int // of the prompts, in tokens
}

// groups cover the lone token, windows shorter than a convolution's taps, and lengths
// that are no multiples of anything.
var groups = []group{
	{"1 token", []int{1, 1, 1, 1}},
	{"2 to 8 tokens", []int{2, 3, 5, 8}},
	{"13 to 55 tokens", []int{13, 21, 34, 55}},
	{"89 to 200 tokens", []int{89, 144, 200}},
}

// prompts are those of a group: tokens from all over the vocabulary, the same in each
// run. None is longer than the context.
func (g group) prompts(vocabulary, context int) [][]int {
	var list [][]int
	for i, n := range g.lengths {
		r := rand.New(rand.NewPCG(uint64(n), uint64(i)))
		tokens := make([]int, min(n, context))
		for at := range tokens {
			tokens[at] = r.IntN(vocabulary)
		}
		list = append(list, tokens)
	}
	return list
}

// named names a prompt by its first tokens.
func named(tokens []int) string {
	const shown = 3
	if len(tokens) <= shown {
		return fmt.Sprintf("prompt %d", tokens)
	}
	return fmt.Sprintf("prompt of %d tokens from %d", len(tokens), tokens[:shown])
}
