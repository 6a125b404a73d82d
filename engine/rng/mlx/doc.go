// Package mlx reproduces the keyed random functions of MLX 0.32.2 on its CPU
// device: Threefry-2x32 keys, the words counted out under them, and the
// uniform, Gumbel and categorical draws made of those words.
//
// It exists for diagnostics. The keyed sampler it once served is off every
// decode path, and no product package may import this one.
//
// MLX draws whole arrays, and an array's values depend on its size. Every
// function here therefore fills or reads a slice that stands for an array
// flattened in row-major order; the shape itself does not matter, its element
// count does. Asking twice under one key gives the same values twice: a Key is
// spent by convention, not by use.
package mlx
