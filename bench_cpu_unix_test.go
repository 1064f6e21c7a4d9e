//go:build unix

package urn

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that the process has taken: what the
// machine does besides does not count.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
