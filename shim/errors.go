package shim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"rowproof/engine"
	"rowproof/engine/chat"
	"rowproof/engine/generate"
	"rowproof/engine/logits"
	"rowproof/engine/model"
)

// codeNonFinite is the code of every numerical failure, whatever the endpoint and mode.
const codeNonFinite = "non_finite_logits"

// errStopping ends what waits when the server stops.
var errStopping = errors.New("the server is stopping")

// failure is an error as a client sees it.
type failure struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`

	status int
}

func (f *failure) Error() string { return f.Message }

func fail(status int, code, format string, args ...any) *failure {
	f := &failure{Message: fmt.Sprintf(format, args...), Type: "invalid_request_error", status: status}
	if status >= http.StatusInternalServerError {
		f.Type = "server_error"
	}
	if code != "" {
		f.Code = &code
	}
	return f
}

// refuse is a 400 that names the field.
func refuse(field, format string, args ...any) *failure {
	f := fail(http.StatusBadRequest, "invalid_value", "%s: "+format, append([]any{field}, args...)...)
	f.Param = &field
	return f
}

// seen is any error as a client sees it.
func seen(err error) *failure {
	var f *failure
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, logits.ErrNumerical):
		return fail(http.StatusInternalServerError, codeNonFinite, "%v", err)
	case errors.Is(err, model.ErrContext):
		return fail(http.StatusBadRequest, "context_length_exceeded", "%v", err)
	case errors.Is(err, generate.ErrRequest):
		return fail(http.StatusBadRequest, "invalid_value", "%v", err)
	case errors.Is(err, chat.ErrMessages):
		f = refuse("messages", "%v", err)
		return f
	case errors.Is(err, engine.ErrQueueFull):
		return fail(http.StatusServiceUnavailable, "queue_full", "%v", err)
	case errors.Is(err, errStopping), errors.Is(err, engine.ErrClosed):
		return fail(http.StatusServiceUnavailable, "stopping", "%v", errStopping)
	case errors.Is(err, context.Canceled):
		return fail(statusGone, "", "the client has left")
	}
	return fail(http.StatusInternalServerError, "internal_error", "%v", err)
}

// statusGone is what the metrics call a request whose client left, after nginx. Nobody
// is there to read it.
const statusGone = 499

// write answers with the error alone.
func (f *failure) write(w http.ResponseWriter) {
	if f.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(1))
	}
	if f.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	writeJSON(w, f.status, struct {
		Error *failure `json:"error"`
	}{f})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil { // nothing here can hold what JSON cannot; a broken answer must not look like one
		panic(fmt.Errorf("%w: %w", http.ErrAbortHandler, err))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // a client that has left reads no answer
}
