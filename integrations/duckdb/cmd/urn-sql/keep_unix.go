//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of the file that it is to replace. A file
// with several names is an error.
func keepOwner(file string, old os.FileInfo) error {
	s, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	if s.Nlink > 1 {
		return errors.New("the file has several names (hard links), which replacing it would separate")
	}
	if now, err := os.Stat(file); err == nil {
		if n, ok := now.Sys().(*syscall.Stat_t); ok && n.Uid == s.Uid && n.Gid == s.Gid {
			return nil
		}
	}
	return os.Chown(file, int(s.Uid), int(s.Gid))
}
