package urn

import "unsafe"

// stringOf returns a string that shares b's bytes.
//
// This file has the package's only uses of unsafe. stringOf is called for two purposes.
//
// First, one core parses strings and byte slices without a copy. This is safe because the
// core keeps no reference to its argument: the machine returns positions, and
// newSyntaxError copies. As with any function that reads a slice, nobody may change b
// during the call.
//
// Second, Normalize, Key and Build make a slice and turn it into a string. Nothing else
// refers to the slice.
func stringOf(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// bytesOf returns a byte slice that shares s's bytes. The caller must not write to it. The
// Finder uses bytesOf: its core reads byte slices, keeps no reference to them and never
// writes to them.
func bytesOf(s string) []byte {
	return unsafe.Slice(unsafe.StringData(s), len(s))
}
