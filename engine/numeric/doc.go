// Package numeric holds the floating-point primitives whose last bit decides
// whether a replayed probability equals a recorded one: the exponentials,
// logarithm, sums and selections of the reference stack (NumPy float64 on the
// host, MLX float32 on its CPU device), rebuilt operation by operation.
//
// Two rules hold for every function here. The order of operations is part of
// the contract, so sums are never reassociated. And every product that is added
// to something is wrapped in an explicit conversion, because the Go compiler is
// otherwise free to fuse x*y+z on arm64 and GOAMD64=v3 and so change the result.
package numeric
