//go:build unix

package testhelp

import (
	"syscall"
	"time"
)

// Tries is the number of times that a test measures one piece of work.
const Tries = 3

// CPUTime returns the processor time of the process. It does not count other work of the
// machine.
func CPUTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
