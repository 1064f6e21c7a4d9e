//go:build !unix && !windows

package testenv

import "time"

var processStart = time.Now()

// Tries is how often a test measures the time of one piece of work.
const Tries = 3

// CPUTime returns the time since the process began. There is no better clock here.
func CPUTime() time.Duration { return time.Since(processStart) }
