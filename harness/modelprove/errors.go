package modelprove

import "errors"

// ErrModel marks a folder that cannot be proven: it is not read, has no draft head, is
// poisoned already, or nothing is stated of its dtype.
var ErrModel = errors.New("not a model that can be proven")

// ErrAnswer marks an answer of the oracle that is none to the request forward.
var ErrAnswer = errors.New("unusable answer of the oracle")
