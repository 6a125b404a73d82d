package shim

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"math"

	"rowproof/engine/sample"
)

// Limits and defaults of the fields, OpenAI's where it has them.
const (
	maxStops         = 16
	maxStop          = 256 // bytes
	maxTop           = 20  // chat
	maxTopText       = 5
	defaultTokens    = 512
	defaultTextOnly  = 16
	highTemperature  = 2
	lowTemperature   = 1e-6
	penaltyMagnitude = 2
)

// params are the fields that both endpoints have.
type params struct {
	maxTokens           int
	sampling            sample.Config
	presence, frequency float64
	seed                uint64
	stop                []string
	stream, usage       bool
	logprobs            bool
	top                 int
}

// temperature refuses those between 0 and a millionth. They leave no mass to draw from,
// which is a numerical error and would cost the conversation everything it has, though
// nothing is wrong with it.
func (f fields) temperature(value *float64) error {
	if err := f.number("temperature", value, 0, highTemperature); err != nil {
		return err
	}
	if *value > 0 && *value < lowTemperature {
		return refuse("temperature", "%v is neither 0 nor at least %v", *value, lowTemperature)
	}
	return nil
}

func (f fields) params(e *endpoint) (params, error) {
	p := params{maxTokens: e.tokens, sampling: sample.Config{Temperature: 1, TopP: 1}}
	for _, read := range []func() error{
		func() error { return f.integer("max_tokens", &p.maxTokens, 1, math.MaxInt32) },
		func() error {
			if !e.chat {
				return nil
			}
			return f.integer("max_completion_tokens", &p.maxTokens, 1, math.MaxInt32)
		},
		func() error { return f.temperature(&p.sampling.Temperature) },
		func() error { return f.number("top_p", &p.sampling.TopP, math.SmallestNonzeroFloat64, 1) },
		func() error { return f.integer("top_k", &p.sampling.TopK, 0, math.MaxInt32) },
		func() error { return f.number("presence_penalty", &p.presence, -penaltyMagnitude, penaltyMagnitude) },
		func() error { return f.number("frequency_penalty", &p.frequency, -penaltyMagnitude, penaltyMagnitude) },
		func() error { return f.seed(&p.seed) },
		func() error { return f.stops(&p.stop) },
		func() error { return f.into("stream", &p.stream, "true or false") },
		func() error { return f.options(&p.usage) },
		func() error { return f.logprobs(e, &p) },
	} {
		if err := read(); err != nil {
			return p, err
		}
	}
	return p, nil
}

// seed is a random one unless it is given.
func (f fields) seed(into *uint64) error {
	if _, ok := f.raw("seed"); !ok {
		var random [8]byte
		_, _ = rand.Read(random[:]) // never fails
		*into = binary.LittleEndian.Uint64(random[:])
		return nil
	}
	var given int64
	err := f.long("seed", &given)
	*into = uint64(given)
	return err
}

func (f fields) stops(into *[]string) error {
	raw, ok := f.raw("stop")
	if !ok {
		return nil
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*into = []string{one}
	} else if err := f.into("stop", into, "a string or a list of strings"); err != nil {
		return err
	}
	if len(*into) > maxStops {
		return refuse("stop", "%d strings, at most %d", len(*into), maxStops)
	}
	for _, s := range *into {
		if s == "" || len(s) > maxStop {
			return refuse("stop", "a string must have 1 to %d bytes", maxStop)
		}
	}
	return nil
}

func (f fields) options(usage *bool) error {
	var o fields
	if err := f.into("stream_options", &o, "an object"); err != nil {
		return err
	}
	raw, ok := o.raw("include_usage")
	if ok && json.Unmarshal(raw, usage) != nil {
		return refuse("stream_options.include_usage", "must be true or false")
	}
	return nil
}

// logprobs is a switch beside top_logprobs in chats, and a number elsewhere.
func (f fields) logprobs(e *endpoint, p *params) error {
	if !e.chat {
		_, p.logprobs = f.raw("logprobs")
		return f.integer("logprobs", &p.top, 0, maxTopText)
	}
	if err := f.into("logprobs", &p.logprobs, "true or false"); err != nil {
		return err
	}
	if err := f.integer("top_logprobs", &p.top, 0, maxTop); err != nil {
		return err
	}
	if p.top > 0 && !p.logprobs {
		return refuse("top_logprobs", "needs logprobs")
	}
	return nil
}
