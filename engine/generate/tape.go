package generate

import "rowproof/engine/sample"

// tape watches a stream: what was drawn, in order, since the round began.
type tape struct {
	stream sample.Stream
	draws  []Draw
	before int // draws of earlier rounds
}

func (t *tape) Float64() float64 {
	u := t.stream.Float64()
	t.draws = append(t.draws, Draw{Value: u})
	return u
}

func (t *tape) Choice(p []float64) (int, error) {
	i, err := t.stream.Choice(p)
	if err == nil {
		t.draws = append(t.draws, Draw{Choice: true})
	}
	return i, err
}

// chose names the token of the latest choice: the stream knows only an index.
func (t *tape) chose(token int) { t.draws[len(t.draws)-1].Token = token }

func (t *tape) total() int { return t.before + len(t.draws) }

// cut hands over the draws of a round.
func (t *tape) cut() []Draw {
	draws := t.draws
	t.before, t.draws = t.total(), nil
	return draws
}
