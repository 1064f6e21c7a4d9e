package testhelp

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

// Tries is the number of times that a test measures one piece of work. It is larger than on
// other systems, because the clock counts other work of the machine, too.
const Tries = 10

// CPUTime returns the time since the system began. On Windows, the processor time of a
// process and the clock of package time advance in steps of up to 16 ms.
func CPUTime() time.Duration {
	var ticks, second int64
	counter.Call(uintptr(unsafe.Pointer(&ticks)))
	frequency.Call(uintptr(unsafe.Pointer(&second)))
	return time.Duration(float64(ticks) / float64(second) * 1e9)
}
