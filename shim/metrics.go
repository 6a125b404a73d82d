package shim

import (
	"errors"
	"net/http"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"rowproof/engine/checkpoint"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/owner"
)

// maxFailed is how many failed prompts are remembered, to know a retry.
const maxFailed = 1024

// metrics are the counters of one server.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	queue    prometheus.Gauge
	waited   prometheus.Histogram
	tokens   *prometheus.CounterVec
	forwards prometheus.Counter
	checked  prometheus.Counter
	drafted  prometheus.Counter
	accepted prometheus.Counter
	failures *prometheus.CounterVec
	dropped  prometheus.Counter
	retries  *prometheus.CounterVec
	unsaved  prometheus.Counter

	mu     sync.Mutex
	failed map[checkpoint.Name]bool // prompts, by a sum of their tokens
	order  []checkpoint.Name        // the oldest first
}

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), failed: map[checkpoint.Name]bool{}}
	counter := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
		m.registry.MustRegister(c)
		return c
	}
	vector := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		m.registry.MustRegister(c)
		return c
	}
	m.requests = vector("rowproof_requests_total", "Requests to generate, by endpoint and status; 499 is a client that left. A stream that broke off counts with the status of its error.", "endpoint", "status")
	m.tokens = vector("rowproof_tokens_total", "Tokens of prompts that were forwarded, of prompts that were reused, and generated.", "kind")
	m.forwards = counter("rowproof_forwards_total", "Forwards of the trunk and the draft head that computed rows.")
	m.checked = counter("rowproof_rows_checked_total", "Rows of logits that were judged.")
	m.drafted = counter("rowproof_drafts_total", "Tokens drafted.")
	m.accepted = counter("rowproof_drafts_accepted_total", "Drafted tokens that the target confirmed.")
	m.failures = vector("rowproof_failures_total", "Numerical failures, by what was in the row and at which forward.", "reason", "boundary")
	m.dropped = counter("rowproof_conversations_dropped_total", "Conversations forgotten after a numerical failure.")
	m.retries = vector("rowproof_retries_total", "Prompts that had failed and came again, by how they began: cold, or with tokens reused.", "start")
	m.unsaved = counter("rowproof_unsaved_total", "Answers whose conversation could not be kept.")
	for _, kind := range []string{"prompt", "cached", "generated"} {
		m.tokens.WithLabelValues(kind)
	}
	for _, start := range []string{"cold", "warm"} {
		m.retries.WithLabelValues(start)
	}
	m.queue = prometheus.NewGauge(prometheus.GaugeOpts{Name: "rowproof_queue_requests", Help: "Requests that wait for their turn."})
	m.waited = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "rowproof_queue_seconds", Help: "How long requests waited for their turn.", Buckets: prometheus.ExponentialBuckets(0.001, 4, 8),
	})
	m.registry.MustRegister(m.queue, m.waited, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *metrics) request(e *endpoint, status int) {
	m.requests.WithLabelValues(e.path, strconv.Itoa(status)).Inc()
}

// generated counts a request that had its turn.
func (m *metrics) generated(prompt []int, r generate.Result, err error) {
	m.tokens.WithLabelValues("cached").Add(float64(r.Reused))
	m.tokens.WithLabelValues("prompt").Add(float64(len(prompt) - r.Reused))
	m.tokens.WithLabelValues("generated").Add(float64(len(r.Tokens)))
	m.forwards.Add(float64(r.Forwards))
	m.checked.Add(float64(r.Checked))
	m.drafted.Add(float64(r.Drafted))
	m.accepted.Add(float64(r.Accepted))
	numerical := errors.Is(err, logits.ErrNumerical)
	if start, again := m.retry(prompt, r.Reused, numerical); again {
		m.retries.WithLabelValues(start).Inc()
	}
	if numerical {
		m.failures.WithLabelValues(reason(err), boundary(err)).Inc()
	}
	if errors.As(err, new(*owner.Forgotten)) {
		m.dropped.Inc()
	}
}

// retry says whether a prompt had failed before, and remembers it if it fails now.
func (m *metrics) retry(prompt []int, reused int, fails bool) (start string, again bool) {
	sum := checkpoint.NameOf(checkpoint.Identity{}, prompt) // one server has one model
	m.mu.Lock()
	defer m.mu.Unlock()
	again = m.failed[sum]
	if fails && !again {
		m.failed[sum] = true
		m.order = append(m.order, sum)
		if len(m.order) > maxFailed {
			delete(m.failed, m.order[0])
			m.order = m.order[1:]
		}
	}
	if reused > 0 {
		return "warm", again
	}
	return "cold", again
}

// reason is what was found in the row.
func reason(err error) string {
	var e *logits.NumericalError
	switch {
	case !errors.As(err, &e):
		return "state" // a value that no row had shown
	case e.NaN > 0:
		return "nan"
	case e.Width > 0 && e.Inf == e.Width:
		return "all_inf"
	case e.Inf > 0:
		return "inf"
	}
	return "no_mass"
}

// boundary is the kind of forward that the row came from.
func boundary(err error) string {
	var f *generate.Failure
	if errors.As(err, &f) {
		return string(f.Kind)
	}
	return "save"
}
