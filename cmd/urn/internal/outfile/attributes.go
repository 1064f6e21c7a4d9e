package outfile

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"syscall"

	"github.com/pkg/xattr"
)

// keepAttributes makes the extended attributes of the file to the same as the attributes of
// from. On Linux, the access control list is one of them. If a directory has a default
// list, new files in it have a list; keepAttributes removes it if from has none. A file system
// or a system without attributes has none to keep.
func keepAttributes(to, from *os.File) error {
	want, err := xattr.FList(from)
	if errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) {
		return nil
	}
	if err != nil {
		return err
	}
	have, err := xattr.FList(to)
	if err != nil {
		return err
	}
	for _, name := range have {
		if !slices.Contains(want, name) {
			if err := xattr.FRemove(to, name); err != nil {
				return err
			}
		}
	}
	for _, name := range want {
		value, err := xattr.FGet(from, name)
		if err != nil {
			return err
		}
		if slices.Contains(have, name) {
			if old, err := xattr.FGet(to, name); err == nil && bytes.Equal(old, value) {
				continue
			}
		}
		if err := xattr.FSet(to, name, value); err != nil {
			return err
		}
	}
	return nil
}
