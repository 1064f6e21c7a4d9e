//go:build !unix && !windows

package testhelp

import "time"

var processStart = time.Now()

// Tries is the number of times that a test measures one piece of work.
const Tries = 3

// CPUTime returns the time since the process began. There is no portable clock for
// processor time.
func CPUTime() time.Duration { return time.Since(processStart) }
