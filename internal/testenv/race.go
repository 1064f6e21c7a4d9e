//go:build race

package testenv

// Race is true with the race detector, which makes some tests fifteen times as slow.
const Race = true
