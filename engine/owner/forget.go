//go:build !forgetsnothing

package owner

// Forget drops everything, because a numerical error says that any of it may be broken.
// The error is a *Forgotten.
func (o *Owner) Forget(cause error) error {
	lost := o.Owned
	o.Owned = Owned{} // whatever fails below, nothing can come back from here
	lost.Live.Discard()
	f := &Forgotten{Cause: cause, Residents: o.shelves.Residents.Forget(lost.Text)}
	f.dropStored(o.shelves, &lost)
	f.dropChats(o.shelves, &lost)
	return f
}
