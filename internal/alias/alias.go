// Package alias has strings and byte slices that share memory. It is the only use of unsafe
// in the packages that parse and find.
//
// One core parses strings and byte slices without a copy. This is safe because the core
// keeps no reference to its argument: the machines return positions. As with any function
// that reads a slice, nobody may change it during the call. A function that makes a slice,
// to which nothing else refers, may also return it as a string.
package alias

import "unsafe"

// String returns a string that shares b's bytes.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Bytes returns a slice that shares s's bytes. The caller must not write to it.
func Bytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
