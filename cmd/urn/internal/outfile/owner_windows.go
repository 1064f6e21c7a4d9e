package outfile

import (
	"os"
	"syscall"
)

// openFilesStay says whether a file cannot be replaced while a program has it open.
const openFilesStay = true

// links returns the number of hard links of a file.
func links(f *os.File, _ os.FileInfo) uint64 {
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &info); err != nil {
		return 1 // a file system without hard links may return 0
	}
	return uint64(info.NumberOfLinks)
}

// keepOwner does nothing: a new file has the owner of its folder.
func keepOwner(*os.File, os.FileInfo) error { return nil }
