package outfile

import (
	"os"
	"syscall"
)

// changeTime returns the time of the last status change of a file (ctime).
func changeTime(info os.FileInfo) syscall.Timespec {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctim
	}
	return syscall.Timespec{}
}
