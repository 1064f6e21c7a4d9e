//go:build gc && !purego

package dfa

// classify decides for each byte of s whether it is special, and stores the bits in
// special, which has room for them. len(s) must be a multiple of 64, and not 0.
// Bits 0 and 1 of first say whether the first and the second byte after s are in
// SetFirst. second says the same of SetSecond.
//
//go:noescape
func classify(s string, m *Engine, first, second uint64, special *uint8)
