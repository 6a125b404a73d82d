package cpu

import "rowproof/engine/device"

func (s *step) Convolve(dst, src, taps device.Buffer, state device.State, captures device.Buffer, rows int) {
	s.begin("convolve")
	w := s.all("taps", taps)
	past := s.all("state", state)
	// kernel*channels taps and (kernel-1)*channels values of state.
	channels := len(w) - len(past)
	if channels <= 0 || len(w)%channels != 0 {
		s.refuse("%d taps with a state of %d values", len(w), len(past))
	}
	x := s.values("src", src, rows, channels)
	y := s.values("dst", dst, rows, channels)
	var kept []float32
	if captures != nil {
		kept = s.values("captures", captures, rows, len(past))
	}
	s.apart(y, "dst", x, w, past, kept)
	s.apart(kept, "captures", x, w, past)
	s.apart(past, "state", x, w)
	if s.err != nil {
		return
	}
	for r := range rows {
		now := x[r*channels : (r+1)*channels]
		out := y[r*channels : (r+1)*channels]
		convolve(out, now, w, past)
		silu(out)
		if len(past) > 0 {
			copy(past, past[channels:])
			copy(past[len(past)-channels:], now)
		}
		if kept != nil {
			copy(kept[r*len(past):], past)
		}
	}
}

// convolve is one row: the past rows from the oldest to the newest, then now.
func convolve(dst, now, taps, past []float32) {
	channels := len(now)
	kernel := len(taps) / channels
	for c, v := range now {
		w := taps[c*kernel : (c+1)*kernel]
		var sum float32
		for k, tap := range w[:kernel-1] {
			sum += float32(tap * past[k*channels+c])
		}
		dst[c] = sum + float32(w[kernel-1]*v)
	}
}
