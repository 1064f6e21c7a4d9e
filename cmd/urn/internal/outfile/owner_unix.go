//go:build unix

package outfile

import (
	"os"
	"syscall"
)

// openFilesStay says whether a file cannot be replaced while a program has it open.
const openFilesStay = false

// links returns the number of hard links of a file.
func links(_ *os.File, info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}

// keepOwner gives f the owner and the group of another file.
func keepOwner(f *os.File, info os.FileInfo) error {
	now, err := f.Stat()
	if err != nil {
		return err
	}
	want, ok := info.Sys().(*syscall.Stat_t)
	have, ok2 := now.Sys().(*syscall.Stat_t)
	if !ok || !ok2 || want.Uid == have.Uid && want.Gid == have.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}
