//go:build !race

package transform_test

const raceEnabled = false
