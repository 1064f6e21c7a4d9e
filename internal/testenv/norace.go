//go:build !race

package testenv

// Race is set with the race detector.
const Race = false
