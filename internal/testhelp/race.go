//go:build race

package testhelp

// Race is true with the race detector, which makes some tests fifteen times as slow.
const Race = true
