//go:build !unix

package urn

import "time"

var processStart = time.Now()

// cpuTime returns the time since the process began, for want of better.
func cpuTime() time.Duration { return time.Since(processStart) }
