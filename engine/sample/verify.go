package sample

// Decision is what became of a drafted token: kept, or replaced by Token.
type Decision struct {
	Accepted    bool
	Token       int
	Probability float64 // of acceptance
}

// Verify draws one double to keep or reject a drafted token and, if it is
// rejected, one more to draw its replacement from the residual.
func Verify(target, draft Distribution, token int, stream Stream) (Decision, error) {
	p, err := Acceptance(target, draft, token)
	if err != nil {
		return Decision{}, err
	}
	if stream.Float64() <= p {
		return Decision{true, token, p}, nil
	}
	residual, _, err := Residual(target, draft)
	if err != nil {
		return Decision{}, err
	}
	corrected, err := Draw(residual, stream)
	return Decision{false, corrected, p}, err
}
