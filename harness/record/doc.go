// Package record keeps the answers of an engine as receipts. Recording is replaying
// with the answers kept: the same cases, the same engines, and Diff holds a second
// recording against the first.
//
// Nothing is half recorded. A file is written when every case in it has an answer
// that the strict reader reads back, and it appears under its name whole.
package record
