//go:build race

package main

// Under the race detector a process takes several times the memory.
const raceDetector = true
