//go:build race

package transform_test

// raceEnabled says that the race detector makes everything many times slower.
const raceEnabled = true
