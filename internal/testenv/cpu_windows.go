package testenv

import (
	"syscall"
	"time"
	"unsafe"
)

var (
	kernel    = syscall.NewLazyDLL("kernel32.dll")
	counter   = kernel.NewProc("QueryPerformanceCounter")
	frequency = kernel.NewProc("QueryPerformanceFrequency")
)

// Tries is how often a test measures the time of one piece of work. The clock here counts
// other work of the machine, too.
const Tries = 10

// CPUTime returns the time since the system began. The processor time of a process, and
// the clock of package time, advance by up to 16 ms at once here.
func CPUTime() time.Duration {
	var ticks, second int64
	counter.Call(uintptr(unsafe.Pointer(&ticks)))
	frequency.Call(uintptr(unsafe.Pointer(&second)))
	return time.Duration(float64(ticks) / float64(second) * 1e9)
}
