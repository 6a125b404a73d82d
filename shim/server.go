package shim

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed" // the OpenAPI document
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"

	"rowproof/engine"
	"rowproof/engine/chat"
	"rowproof/engine/folder"
	"rowproof/engine/generate"
	"rowproof/engine/model"
	"rowproof/engine/tokenizer"
)

// Options are what a Server works with.
type Options struct {
	Name      string            // of the model
	Folder    *folder.Folder    // of the model that Generator has
	Generator *engine.Generator // the Server does not close it
	Template  *chat.Template    // nil: there are no chats

	Depth  int // tokens drafted per round, for every request; 0 decodes one after the other
	Lane   generate.Lane
	NoCopy bool

	APIKey string       // demanded of every request but those for /health; empty: of none
	Rows   *Rows        // keeps failing rows; nil: nothing is kept
	Log    hclog.Logger // nil logs nothing
}

// Server answers requests over HTTP.
type Server struct {
	Options
	model     model.Model
	tokenizer *tokenizer.Tokenizer
	template  *chat.Template
	stop      []int
	created   int64
	metrics   *metrics
	handler   http.Handler
	preparing chan struct{} // has room for the one who makes a prompt
	stopping  context.Context
	end       context.CancelFunc
}

// What a connection may take. A request's own limits are in readFields and stream.
const (
	headerTime = 10 * time.Second
	idleTime   = 60 * time.Second
	maxHeader  = 64 << 10 // bytes
)

//go:embed openapi.json
var openAPI []byte

// New makes a Server.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = hclog.NewNullLogger()
	}
	s := &Server{
		Options: o, model: o.Folder.Model, tokenizer: o.Folder.Tokenizer, template: o.Template, stop: o.Folder.Stop,
		created: time.Now().Unix(), metrics: newMetrics(), preparing: make(chan struct{}, 1),
	}
	s.stopping, s.end = context.WithCancel(context.Background())
	s.handler = s.routes()
	return s
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers what comes to a listener, which it closes, until ctx ends. The request
// under way is then finished, and what waits is refused.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: s.Log.StandardLogger(&hclog.StandardLoggerOptions{ForceLevel: hclog.Debug}),
	}
	stopped := make(chan error, 1)
	quit := context.AfterFunc(ctx, func() {
		s.end()
		stopped <- server.Shutdown(context.WithoutCancel(ctx))
	})
	err := server.Serve(l)
	if !errors.Is(err, http.ErrServerClosed) {
		quit()
		return err
	}
	return <-stopped
}

// routes by path and method. Everything else is a 404 or a 405, in JSON too.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, route := range []struct {
		method, path string
		handler      http.HandlerFunc
	}{
		{"POST", chatEndpoint.path, s.completion(&chatEndpoint)},
		{"POST", textEndpoint.path, s.completion(&textEndpoint)},
		{"GET", "/v1/models", s.models},
		{"GET", "/v1/models/{model}", s.oneModel},
		{"GET", "/health", s.health},
		{"GET", "/metrics", s.metrics.handler().ServeHTTP},
		{"GET", "/openapi.json", document},
	} {
		mux.HandleFunc(route.method+" "+route.path, route.handler)
		mux.HandleFunc(route.path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", route.method)
			fail(http.StatusMethodNotAllowed, "method_not_allowed", "only %s", route.method).write(w)
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fail(http.StatusNotFound, "not_found", "there is nothing here").write(w)
	})
	// A page of another origin must not talk to a server on the reader's own machine.
	foreign := http.NewCrossOriginProtection()
	foreign.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fail(http.StatusForbidden, "cross_origin", "refused to a page of another origin").write(w)
	}))
	return s.admit(foreign.Handler(mux))
}

// admit bounds the time that a request is read in, and asks for the key.
func (s *Server) admit(next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(s.APIKey))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) // no connection, no deadline
		if s.APIKey != "" && r.URL.Path != "/health" {
			key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			got := sha256.Sum256([]byte(key))
			if subtle.ConstantTimeCompare(got[:], want[:]) == 0 {
				fail(http.StatusUnauthorized, "invalid_api_key", "the API key is missing or wrong").write(w)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

type modelObject struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

func (s *Server) object() modelObject {
	return modelObject{ID: s.Name, Object: "model", Created: s.created, OwnedBy: "rowproof"}
}

func (s *Server) models(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, struct {
		Object string        `json:"object"`
		Data   []modelObject `json:"data"`
	}{"list", []modelObject{s.object()}})
}

func (s *Server) oneModel(w http.ResponseWriter, r *http.Request) {
	if err := s.named(r.PathValue("model")); err != nil {
		err.write(w)
		return
	}
	writeJSON(w, http.StatusOK, s.object())
}

// named refuses any model but the one that is here. The name is never a path.
func (s *Server) named(name string) *failure {
	if name == s.Name {
		return nil
	}
	f := fail(http.StatusNotFound, "model_not_found", "model: there is no %.100q, only %q", name, s.Name)
	f.Param = new("model")
	return f
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	status, text := http.StatusOK, "ok"
	if s.stopping.Err() != nil {
		status, text = http.StatusServiceUnavailable, "stopping"
	}
	writeJSON(w, status, map[string]string{"status": text})
}

func document(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI)
}

// Loopback reports whether an address to listen on is reached from this machine only.
// An address that is none is an error.
func Loopback(address string) (bool, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false, fmt.Errorf("address: %w", err)
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback(), nil
}
