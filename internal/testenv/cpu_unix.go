//go:build unix

package testenv

import (
	"syscall"
	"time"
)

// Tries is how often a test measures the time of one piece of work.
const Tries = 3

// CPUTime returns the processor time that the process has taken. Other work of the machine
// does not count.
func CPUTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
