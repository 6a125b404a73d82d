package wrong

import (
	"context"
	"fmt"

	"rowproof/oracle"
)

// keyed is the token of the keyed sampler, -1 for a broken row.
func (e plain) keyed(ctx context.Context, in *oracle.LazySampleIn) (int64, error) {
	out, err := e.product.Answer(ctx, &oracle.Case{Group: oracle.GroupKeyed, In: in})
	if err != nil {
		return 0, err
	}
	sampled, ok := out.(*oracle.LazySampleOut)
	if !ok {
		return 0, fmt.Errorf("the keyed sampler answered with %T", out)
	}
	return e.lazy(sampled.Tok), nil
}

func (e plain) lazySample(ctx context.Context, in *oracle.LazySampleIn) (oracle.Output, error) {
	token, err := e.keyed(ctx, in)
	return &oracle.LazySampleOut{Tok: token}, err
}

// family answers a DS4 case.
func (e plain) family(ctx context.Context, c *oracle.Case, in *oracle.DS4In) (oracle.Output, error) {
	out, err := e.product.Answer(ctx, c)
	if err != nil {
		return nil, err
	}
	sampled, ok := out.(*oracle.DS4Out)
	if !ok {
		return nil, fmt.Errorf("the DS4 sampler answered with %T", out)
	}
	for i, draw := range sampled.Draws {
		sampled.Draws[i].Token = e.ds4(in.Row, draw.Token)
	}
	return sampled, nil
}
