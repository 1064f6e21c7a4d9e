//go:build race

package command

// Under the race detector a process takes several times the memory.
const raceDetector = true
