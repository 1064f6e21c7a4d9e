//go:build !unix && !windows

package testenv

import "time"

var processStart = time.Now()

// CPUTime returns the time since the process began. There is no better clock here.
func CPUTime() time.Duration { return time.Since(processStart) }
