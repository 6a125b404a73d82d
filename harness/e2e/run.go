package e2e

import (
	"context"
	"errors"

	"rowproof/engine/generate"
	"rowproof/engine/model"
	"rowproof/engine/rng/numpy"
	"rowproof/engine/sample"
	"rowproof/harness/e2e/inject"
	"rowproof/oracle/e2e"
)

// generation is one run and what was seen of it.
type generation struct {
	result   generate.Result
	streamed []int
	events   []generate.Event
	stream   stream
	failure  *generate.Failure
	model    *inject.Model
}

// generate does what a record's params say. onRow, unless nil, is told each row.
func (r *run) generate(ctx context.Context, m model.Model, record *e2e.Record, onRow func(kind model.Kind, row []float32)) (*generation, error) {
	fault, err := faultFor(record.Fault)
	if err != nil {
		return nil, err
	}
	request, err := requestFor(record)
	if err != nil {
		return nil, err
	}
	g := &generation{stream: stream{inner: numpy.New(record.Params.Seed)}}
	g.model = inject.Wrap(m, fault, func() (streamed, draws int) { return len(g.streamed), len(g.stream.draws) })
	g.model.OnRow(onRow)
	request.Stream = &g.stream
	request.OnTokens = func(tokens []int) error { g.streamed = append(g.streamed, tokens...); return nil }
	request.OnEvent = func(e generate.Event) { g.events = append(g.events, e) }
	g.result, err = generate.Run(ctx, r.between(g.model), request)
	if err != nil && !errors.As(err, &g.failure) {
		return nil, err
	}
	return g, nil
}

func faultFor(f *e2e.Fault) (*inject.Fault, error) {
	if f == nil {
		return nil, nil
	}
	site, err := inject.ParseSite(f.Site)
	if err != nil {
		return nil, err
	}
	kind, err := inject.ParseKind(f.Kind)
	return &inject.Fault{Site: site, Kind: kind, Sticky: f.Sticky}, err
}

func requestFor(record *e2e.Record) (generate.Request, error) {
	p := record.Params
	request := generate.Request{
		Prompt:    record.Prompt,
		MaxTokens: p.MaxTokens,
		Stop:      p.Stop,
		Sampling:  sample.Config{Temperature: p.Sampler.Temperature, TopP: p.Sampler.TopP, TopK: p.Sampler.TopK},
		Presence:  p.Sampler.Presence,
		Frequency: p.Sampler.Frequency,
		Depth:     p.Depth,
		NoCopy:    !p.Copy,
	}
	if p.Depth == 0 {
		return request, nil
	}
	var err error
	request.Lane, err = generate.ParseLane(p.Strategy + "+" + p.History)
	return request, err
}

// stream watches the draws of a run.
type stream struct {
	inner *numpy.Generator
	draws []e2e.Draw // without tokens: a stream knows only indices
}

// Float64 is the next uniform.
func (s *stream) Float64() float64 {
	u := s.inner.Float64()
	s.draws = append(s.draws, e2e.Draw{Uniform: u})
	return u
}

// Choice is the next choice.
func (s *stream) Choice(p []float64) (int, error) {
	i, err := s.inner.Choice(p)
	if err == nil {
		s.draws = append(s.draws, e2e.Draw{Choice: true})
	}
	return i, err
}
