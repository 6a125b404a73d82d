package ds4

// maxTopK is the size of the family's candidate list.
const maxTopK = 1024

// Params are the controls of one draw. Odd values have a meaning in this
// family, so none is refused.
type Params struct {
	Temperature float32 // at or below 0: Argmax, without a draw
	TopK        int     // at or below 0: the whole vocabulary; above 1024: 1024
	TopP        float32 // outside (0, 1]: 1, which keeps everything
	MinP        float32 // below 0: 0; a share of the best candidate's probability
}

// normal brings TopP and MinP into range. The comparisons are those of the
// reference: a NaN passes them all and later cuts nothing.
func (p Params) normal() Params {
	if p.TopP <= 0 || p.TopP > 1 {
		p.TopP = 1
	}
	if p.MinP < 0 {
		p.MinP = 0
	}
	return p
}
