//go:build race

package testenv

// Race is set with the race detector, which makes some tests fifteen times as slow.
const Race = true
