//go:build race

package urn_test

// raceEnabled: the race detector makes some tests fifteen times as slow.
const raceEnabled = true
