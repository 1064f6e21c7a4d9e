package urn

import "unsafe"

// stringOf returns a string that shares b's bytes.
//
// This file has this package's only uses of unsafe. stringOf has two uses.
//
// Strings and byte slices run through one core without a copy. That is sound because
// the core keeps no part of its argument: the machine returns positions, and
// newSyntaxError copies. The caller owns b during the call, as with any function that
// reads a slice.
//
// Normalize, Key and Build make a slice and turn it into a string. Nothing else refers
// to the slice.
func stringOf(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// bytesOf returns a byte slice that shares s's bytes. They must not be written
// to. It is for the Finder, whose core reads byte slices, keeps no reference to
// them and never writes to them.
func bytesOf(s string) []byte {
	return unsafe.Slice(unsafe.StringData(s), len(s))
}
