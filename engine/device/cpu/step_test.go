package cpu

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"rowproof/engine/device"
)

// TestOperandsThatDoNotFit calls every operation with something that is not
// right: Run must name the operation, and nothing may be written or panic.
func TestOperandsThatDoNotFit(t *testing.T) {
	d, other := New(), New()
	var (
		dst     = zeros(t, d, 16)
		x       = zeros(t, d, 16)
		y       = zeros(t, d, 16)
		short   = zeros(t, d, 3)
		foreign = zeros(t, other, 16)
		gain    = zeros(t, d, 4)
		half    = zeros(t, d, 2)
		w, _    = matrixOf(t, d, sequence(1, 16), device.F32, 4, 4)
		away, _ = matrixOf(t, other, sequence(1, 16), device.F32, 4, 4)
		state   = stateOf(t, d, make([]float32, 12))
		rotary  = device.Rotary{Heads: 2, Width: 4, Stride: 4, Frequencies: half, Epsilon: 1e-6}
		heads   = device.Attention{Heads: 2, KVHeads: 1, Width: 2}
		delta   = device.Delta{KeyHeads: 1, ValueHeads: 2, KeyWidth: 3, ValueWidth: 2}
		gates   = zeros(t, d, 2)
	)
	attention := func(change func(*device.Attention)) device.Attention {
		shape := heads
		change(&shape)
		return shape
	}
	turned := func(change func(*device.Rotary)) device.Rotary {
		shape := rotary
		change(&shape)
		return shape
	}
	for name, c := range map[string]struct {
		want error
		op   string
		call func(s device.Step)
	}{
		"embed, short":         {device.ErrShape, "embed", func(s device.Step) { s.Embed(short, w, []int{0}) }},
		"embed, foreign table": {device.ErrForeign, "embed", func(s device.Step) { s.Embed(dst, away, []int{0}) }},
		"embed, no table":      {device.ErrForeign, "embed", func(s device.Step) { s.Embed(dst, nil, []int{0}) }},
		"matmul, short src":    {device.ErrShape, "matmul", func(s device.Step) { s.MatMul(dst, short, w, 1) }},
		"matmul, short dst":    {device.ErrShape, "matmul", func(s device.Step) { s.MatMul(short, x, w, 1) }},
		"matmul, negative":     {device.ErrShape, "matmul", func(s device.Step) { s.MatMul(dst, x, w, -1) }},
		"matmul, too many":     {device.ErrShape, "matmul", func(s device.Step) { s.MatMul(dst, x, w, math.MaxInt) }},
		"matmul, foreign w":    {device.ErrForeign, "matmul", func(s device.Step) { s.MatMul(dst, x, away, 1) }},
		"matmul, in place":     {device.ErrShape, "matmul", func(s device.Step) { s.MatMul(dst, dst.Slice(3, 4), w, 1) }},
		"rms norm, foreign":    {device.ErrForeign, "rms norm", func(s device.Step) { s.RMSNorm(dst, foreign, gain, 1, 1) }},
		"rms norm, nil":        {device.ErrForeign, "rms norm", func(s device.Step) { s.RMSNorm(dst, nil, gain, 1, 1) }},
		"rms norm, nil state":  {device.ErrForeign, "rms norm", func(s device.Step) { s.RMSNorm(dst, device.State(nil), gain, 1, 1) }},
		"rms norm, rows":       {device.ErrShape, "rms norm", func(s device.Step) { s.RMSNorm(dst, x, gain, 5, 1) }},
		"rotate, gain":         {device.ErrShape, "norm and rotate", func(s device.Step) { s.NormRotate(dst, x, short, rotary, 1) }},
		"rotate, no frequencies": {device.ErrForeign, "norm and rotate", func(s device.Step) {
			s.NormRotate(dst, x, gain, turned(func(r *device.Rotary) { r.Frequencies = nil }), 1)
		}},
		"rotate, too wide": {device.ErrShape, "norm and rotate", func(s device.Step) {
			s.NormRotate(dst, x, gain, turned(func(r *device.Rotary) { r.Frequencies = short }), 1)
		}},
		"rotate, stride":   {device.ErrShape, "norm and rotate", func(s device.Step) { s.NormRotate(dst, x, gain, turned(func(r *device.Rotary) { r.Stride = 3 }), 1) }},
		"rotate, position": {device.ErrShape, "norm and rotate", func(s device.Step) { s.NormRotate(dst, x, gain, turned(func(r *device.Rotary) { r.Position = -1 }), 1) }},
		"attend, no heads": {device.ErrShape, "attend", func(s device.Step) { s.Attend(dst, x, x, x, x, device.Attention{}, 1) }},
		"attend, groups": {device.ErrShape, "attend", func(s device.Step) {
			s.Attend(dst, x, x, x, x, attention(func(a *device.Attention) { a.KVHeads = 3 }), 1)
		}},
		"attend, cache": {device.ErrShape, "attend", func(s device.Step) {
			s.Attend(dst, x, x, short, x, attention(func(a *device.Attention) { a.Past = 1 }), 1)
		}},
		"attend, past": {device.ErrShape, "attend", func(s device.Step) {
			s.Attend(dst, x, x, x, x, attention(func(a *device.Attention) { a.Past = math.MaxInt }), 1)
		}},
		"attend, negative past": {device.ErrShape, "attend", func(s device.Step) {
			s.Attend(dst, x, x, x, x, attention(func(a *device.Attention) { a.Past = -1 }), 1)
		}},
		"attend, gate":             {device.ErrShape, "attend", func(s device.Step) { s.Attend(dst, x, short, x, x, heads, 1) }},
		"attend, over its keys":    {device.ErrShape, "attend", func(s device.Step) { s.Attend(dst, x, x, dst, x, heads, 1) }},
		"convolve, taps":           {device.ErrShape, "convolve", func(s device.Step) { s.Convolve(dst, x, short, state, nil, 1) }},
		"convolve, taps and state": {device.ErrShape, "convolve", func(s device.Step) { s.Convolve(dst, x, vector(t, d, make([]float32, 17)), state, nil, 1) }},
		"convolve, no state":       {device.ErrForeign, "convolve", func(s device.Step) { s.Convolve(dst, x, y, nil, nil, 1) }},
		"convolve, captures":       {device.ErrShape, "convolve", func(s device.Step) { s.Convolve(dst, x, y, state, short, 1) }},
		"convolve, into its state": {device.ErrShape, "convolve", func(s device.Step) { s.Convolve(state.Slice(0, 4), x, y, state, nil, 1) }},
		"delta, no heads":          {device.ErrShape, "delta rule", func(s device.Step) { s.DeltaRule(dst, x, x, x, x, x, state, nil, device.Delta{}, 1) }},
		"delta, huge": {device.ErrShape, "delta rule", func(s device.Step) {
			s.DeltaRule(dst, x, x, x, x, x, state, nil, device.Delta{KeyHeads: 1, ValueHeads: math.MaxInt, KeyWidth: 3, ValueWidth: 2}, 1)
		}},
		"delta, state": {device.ErrShape, "delta rule", func(s device.Step) {
			s.DeltaRule(dst, x, x, x, gates, gates, state, nil, device.Delta{KeyHeads: 1, ValueHeads: 1, KeyWidth: 3, ValueWidth: 2}, 1)
		}},
		"delta, aLog":        {device.ErrShape, "delta rule", func(s device.Step) { s.DeltaRule(dst, x, x, x, x.Slice(0, 1), gates, state, nil, delta, 1) }},
		"delta, captures":    {device.ErrShape, "delta rule", func(s device.Step) { s.DeltaRule(dst, x, y, y, gates, gates, state, short, delta, 1) }},
		"delta, foreign":     {device.ErrForeign, "delta rule", func(s device.Step) { s.DeltaRule(dst, x, x, foreign, gates, gates, state, nil, delta, 1) }},
		"gated norm, groups": {device.ErrShape, "gated norm", func(s device.Step) { s.GatedNorm(dst, x, y, gain, -1, 1) }},
		"silu, short":        {device.ErrShape, "silu", func(s device.Step) { s.SiLUMul(dst, x, short, 4) }},
		"silu, shifted":      {device.ErrShape, "silu", func(s device.Step) { s.SiLUMul(x.Slice(1, 8), x, y, 8) }},
		"add, short":         {device.ErrShape, "add", func(s device.Step) { s.Add(short, x, 4) }},
		"pair, short":        {device.ErrShape, "pair", func(s device.Step) { s.Pair(dst, x, y, 3, 3) }},
		"copy, short":        {device.ErrShape, "copy", func(s device.Step) { s.Copy(dst, short, 4) }},
		"copy, foreign":      {device.ErrForeign, "copy", func(s device.Step) { s.Copy(foreign, x, 1) }},
		"read, short":        {device.ErrShape, "read", func(s device.Step) { s.Read(make([]float32, 17), x) }},
	} {
		t.Run(name, func(t *testing.T) {
			s := d.Begin()
			c.call(s)
			// Not done, because of what came before.
			s.Copy(dst, vector(t, d, []float32{5}), 1)
			s.Embed(dst, w, []int{99})
			s.RMSNorm(dst, foreign, gain, 1, 1)
			err := s.Run(context.Background())
			if !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), c.op+":") {
				t.Errorf("%v, want %v of %s", err, c.want, c.op)
			}
			for _, b := range []device.Buffer{dst, x, y, state} {
				sameBits(t, "operand", read(t, d, b), make([]float32, b.Len()))
			}
		})
	}
}

func TestRunAfterTheContextIsOver(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := New()
	if err := d.Begin().Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	s := d.Begin()
	s.Read(make([]float32, 1), zeros(t, d, 0))
	if err := s.Run(ctx); !errors.Is(err, device.ErrShape) {
		t.Errorf("%v, want the first error, ErrShape", err)
	}
}

func TestAStepRunsOnce(t *testing.T) {
	d := New()
	b := vector(t, d, []float32{1})
	s := d.Begin()
	run(t, s)
	s.Add(b, vector(t, d, []float32{1}), 1)
	if err := s.Run(context.Background()); err == nil {
		t.Error("a step was run twice")
	}
	sameBits(t, "buffer", read(t, d, b), []float32{1})
}

func TestLongerBuffersFit(t *testing.T) {
	d := New()
	dst := zeros(t, d, 5)
	s := d.Begin()
	s.RMSNorm(dst, vector(t, d, []float32{1, 1, nan, nan, nan}), vector(t, d, []float32{1, 1}), 1, 0)
	run(t, s)
	sameBits(t, "dst", read(t, d, dst), []float32{1, 1, 0, 0, 0})
}

func TestDeviceName(t *testing.T) {
	d := New()
	if d.Name() != "cpu" {
		t.Errorf("name %q", d.Name())
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
