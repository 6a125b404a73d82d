// Package safetensors reads and writes tensors in the safetensors format.
//
// A file is the length of a header (8 bytes, little endian), the header, and the
// data. The header is a JSON object in UTF-8 that may end in white space: it maps
// the name of each tensor to its dtype, its shape and data_offsets, the begin and
// the end of its bytes counted from the end of the header; "__metadata__", if
// there, maps strings to strings. Elements are little endian, rows first. The
// tensors cover the data exactly: no hole, no overlap, nothing behind the last.
//
// Open refuses what the reference implementation refuses, and some files that it
// takes: names or metadata keys given twice, fields of a tensor it does not know
// or without their names, a tensor without a name, white space before the header,
// metadata that is null, more than 64 dimensions, numbers beyond an int, and a
// shape that overflows although another of its dimensions is 0.
package safetensors
