package inprocess

import (
	"fmt"
	"strconv"

	"rowproof/engine/diagnostic"
	"rowproof/engine/rng/mlx"
	"rowproof/harness"
	"rowproof/oracle"
)

func keyOf(seed string) (mlx.Key, error) {
	n, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return mlx.Key{}, fmt.Errorf("key seed: %w", err)
	}
	return mlx.NewKey(n), nil
}

func keySplit(entry string, in *oracle.KeySplitIn) (oracle.Output, error) {
	key, err := keyOf(in.Seed)
	if err != nil {
		return nil, err
	}
	var words []uint32
	for _, k := range key.Split(in.Num) {
		words = append(words, k.Hi, k.Lo)
	}
	if entry == "mx.random.{key,split}" {
		return &oracle.KeySplitOut{Key: []uint32{key.Hi, key.Lo}, Split: words}, nil
	}
	return &oracle.WordsOut{Words: words}, nil
}

func volume(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

func uniformRange(in *oracle.UniformRangeIn) (oracle.Output, error) {
	key, err := keyOf(in.Seed)
	if err != nil {
		return nil, err
	}
	u := make(oracle.F32s, volume(in.Shape))
	key.Uniform(u, mlx.F32, float32(in.Low), float32(in.High))
	return &oracle.UniformOut{U: u}, nil
}

func uniform(entry string, in *oracle.UniformIn) (oracle.Output, error) {
	key, err := keyOf(in.Seed)
	if err != nil {
		return nil, err
	}
	values := make(oracle.F32s, volume(in.Shape))
	if entry == "mx.random.gumbel" {
		if in.DT != oracle.F32 {
			return nil, harness.Unsupported(fmt.Sprintf("Gumbel noise in %s", in.DT))
		}
		key.Gumbel(values)
		return &oracle.GumbelOut{G: values}, nil
	}
	key.Uniform(values, map[oracle.DType]mlx.DType{oracle.F32: mlx.F32, oracle.BF16: mlx.BF16, oracle.F16: mlx.F16}[in.DT], 0, 1)
	return &oracle.UniformOut{U: values}, nil
}

func categorical(in *oracle.CategoricalIn) (oracle.Output, error) {
	key, err := keyOf(in.Seed)
	if err != nil {
		return nil, err
	}
	var values []float32
	for _, r := range in.Rows {
		values = append(values, r.F32...)
	}
	shape, axis, samples := []int{len(in.Rows), in.Rows.Width()}, 1, 0
	if in.Form == "1d" || in.Form == "1d_num" {
		shape, axis = []int{in.Rows.Width()}, 0
	}
	if in.Axis != nil {
		axis = *in.Axis
	}
	if in.NumSamples != nil {
		samples = *in.NumSamples
	}
	ids, outShape, err := key.Categorical(values, shape, axis, samples)
	if err != nil {
		return nil, err
	}
	return &oracle.CategoricalOut{Shape: append([]int{}, outShape...), Tok: ids}, nil
}

func lazyShape(in *oracle.LazyShapeIn) (oracle.Output, error) {
	s, err := diagnostic.LazyShape(wide(in.Row), diagnosticOf(in.Cfg))
	if err != nil {
		return nil, err
	}
	return &oracle.LazyShapeOut{IDs: s.IDs, LogWeights: s.LogWeights, Bad: s.Bad}, nil
}

func lazySample(in *oracle.LazySampleIn) (oracle.Output, error) {
	key, err := keyOf(in.Seed)
	if err != nil {
		return nil, err
	}
	token, err := diagnostic.LazySample(wide(in.Row), diagnosticOf(in.Cfg), key)
	return &oracle.LazySampleOut{Tok: int64(token)}, err
}
