package urn

import "unsafe"

// stringOf returns a string that shares b's bytes.
//
// It is the library's only use of unsafe. Strings and byte slices run through
// one core this way, without a copy. That is sound because the core keeps no
// part of its argument: nothing that Locate returns points into it, and the
// caller of Locate owns b for the length of the call, as with any function
// that reads a slice.
func stringOf(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}
