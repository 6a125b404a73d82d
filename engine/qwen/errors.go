package qwen

import (
	"errors"
	"fmt"

	"rowproof/engine/safetensors"
)

// ErrConfig refuses a configuration: the error names file and field.
var ErrConfig = errors.New("unusable configuration")

// ErrTensor refuses weights: the error names file and tensor.
var ErrTensor = errors.New("unusable tensor")

// errEmpty refuses a forward of no tokens.
var errEmpty = errors.New("a forward of no tokens")

// refuseTensor says what is wrong with a tensor of a file.
func refuseTensor(t safetensors.Tensor, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %.200q: %s", ErrTensor, t.File, t.Name, fmt.Sprintf(format, args...))
}
