package main

import (
	"bytes"
	"errors"
	"syscall"
)

// noAttributes returns an error if a file has extended attributes, or an access control
// list, which replacing it would lose. The system sets those of "security.".
func noAttributes(file string) error {
	buf := make([]byte, 64<<10)
	n, err := syscall.Listxattr(file, buf)
	if err != nil {
		return nil // the file system has none
	}
	for name := range bytes.SplitSeq(buf[:n], []byte{0}) {
		if len(name) > 0 && !bytes.HasPrefix(name, []byte("security.")) {
			return errors.New("the file has an access control list or extended attributes, which replacing it would lose")
		}
	}
	return nil
}
