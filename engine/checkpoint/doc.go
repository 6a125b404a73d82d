// Package checkpoint keeps on disk what conversations need to go on: a Store of
// checkpoints named by their model and exact tokens, and single files for local chats.
//
// A file, all numbers little endian:
//
//	20  "rowproof-checkpoint\n"
//	 4  format version, 1
//	32  model identity
//	 8  generation
//	 8  size of the file in bytes
//	 4  size of the header in bytes: all up to the padding's end
//	 4  bytes of the family
//	 4  number of tokens
//	 4  values of the row
//	 4  number of tensors
//	    family
//	 4  each token
//	    each tensor: 4 bytes of the name, the name, 4 dimensions, 8 each dimension
//	 4  CRC-32C of the header so far
//	    zeros up to a multiple of 64
//	 4  each value of the row, float32
//	 4  each value of the tensors, float32, rows first, in the order above
//	 4  CRC-32C of the file so far
//
// CRC-32C, not a cryptographic sum: it is against disks, not against people, who
// could write a right sum too. It finds every damage of up to 32 bits in a row and
// all but one in 2^32 of the others, and it is an order of magnitude faster than the
// disk, so that a save costs little more than its writing.
//
// What is on disk is safe in a crash at any time:
//
//   - A file is written under another name, synced, renamed, and its directory synced.
//     It is there whole or not at all.
//   - Before a file is removed a tombstone is made durable: an empty file whose name
//     says which checkpoint is void up to which generation. Generations only grow, so
//     neither an old tombstone nor an old file that a crash brings back is mistaken.
//   - A file is believed after its sizes and sums, then its identity, then the guard.
//     One that fails is moved aside with the reason, and never read again.
//
// In a store's directory, NAME being 64 digits and G a generation, 16 digits, in hex:
//
//	NAME.checkpoint  a checkpoint
//	NAME.staging     one being written
//	NAME.G.void      a tombstone
//	NAME.quarantine  a checkpoint that failed
//	NAME.reason      why, as text
//	lock             held by the one process that has the store open
//
// All work is done on the caller's goroutine.
package checkpoint
