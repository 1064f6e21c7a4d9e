//go:build !race

package testenv

// Race is true with the race detector.
const Race = false
