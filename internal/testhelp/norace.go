//go:build !race

package testhelp

// Race is true with the race detector.
const Race = false
