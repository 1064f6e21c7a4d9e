package urn

import "unsafe"

// stringOf returns a string that shares b's bytes.
//
// It is the library's only use of unsafe, for two ends. Strings and byte slices
// run through one core this way, without a copy: that is sound because the core
// keeps no part of its argument. The machine returns positions, newSyntaxError
// copies, and the caller owns b for the length of the call, as with any function
// that reads a slice. And Normalize, Key and Build turn a slice that they have
// made, and that nobody else holds, into a string.
func stringOf(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}
