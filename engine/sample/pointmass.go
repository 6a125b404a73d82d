package sample

import (
	"fmt"

	"rowproof/engine/logits"
)

// AcceptBlock settles a block of copied tokens, each a certain proposal, against
// the target rows that score them: one double per token examined, and one for
// the correction of the first that is rejected. corrected reports whether there
// was one. rows and block have the same length; every row was checked before
// the first is read, so a broken row fails the block whole. A healthy row that a
// temperature leaves without mass is found only when its turn comes; what was
// drawn for the tokens before it stays drawn.
func AcceptBlock(s *Sampler, rows []logits.Checked, block []int, cfg Config, stream Stream) (accepted, correction int, corrected bool, err error) {
	if len(rows) != len(block) {
		return 0, 0, false, fmt.Errorf("%d rows for a block of %d: %w", len(rows), len(block), ErrValue)
	}
	for i, token := range block {
		if token < 0 || token >= rows[i].Width() {
			return 0, 0, false, fmt.Errorf("row %d: token %d of a vocabulary of %d: %w", i, token, rows[i].Width(), ErrValue)
		}
	}
	for i, token := range block {
		target, err := s.Distribute(rows[i], cfg)
		if err != nil {
			return 0, 0, false, fmt.Errorf("row %d: %w", i, err)
		}
		draft, err := OneHot(token, rows[i].Width())
		if err != nil {
			return 0, 0, false, err
		}
		decision, err := Verify(target, draft, token, stream)
		if err != nil {
			return 0, 0, false, err
		}
		if !decision.Accepted {
			return i, decision.Token, true, nil
		}
	}
	return len(block), 0, false, nil
}
