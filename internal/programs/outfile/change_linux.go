package outfile

import (
	"os"
	"syscall"
)

// changeTime returns when the status of a file has last changed.
func changeTime(info os.FileInfo) syscall.Timespec {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctim
	}
	return syscall.Timespec{}
}
