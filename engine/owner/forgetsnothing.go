//go:build forgetsnothing

package owner

// Forget of this build drops nothing. It is for a test of the tests: what says that
// something must be gone has to notice.
func (o *Owner) Forget(cause error) error { return &Forgotten{Cause: cause} }
