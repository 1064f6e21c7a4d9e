//go:build linux || darwin

package outfile

import (
	"bytes"
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// keepAttributes makes the extended attributes of the file to the same as the attributes of
// from. On Linux, the access control list is one of them. If a directory has a default
// list, new files in it have a list; keepAttributes removes it if from has none.
func keepAttributes(to, from *os.File) error {
	want, err := attributes(from)
	if err != nil {
		return err
	}
	have, err := attributes(to)
	if err != nil {
		return err
	}
	fd := int(to.Fd())
	for name := range have {
		if _, ok := want[name]; !ok {
			if err := second(xattr(syscall.SYS_FREMOVEXATTR, fd, name, nil)); err != nil {
				return err
			}
		}
	}
	for name, value := range want {
		if old, ok := have[name]; ok && bytes.Equal(old, value) {
			continue
		}
		if err := second(xattr(syscall.SYS_FSETXATTR, fd, name, value)); err != nil {
			return err
		}
	}
	return nil
}

var errManyAttributes = errors.New("the attributes change while they are read")

// attributes returns the extended attributes of a file. If the file system does not support
// attributes, the map is empty.
func attributes(f *os.File) (map[string][]byte, error) {
	fd := int(f.Fd())
	list, err := grow(func(b []byte) (int, error) { return xattr(syscall.SYS_FLISTXATTR, fd, "", b) })
	if errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	values := map[string][]byte{}
	for name := range bytes.SplitSeq(list, []byte{0}) {
		if len(name) == 0 {
			continue
		}
		values[string(name)], err = grow(func(b []byte) (int, error) { return xattr(syscall.SYS_FGETXATTR, fd, string(name), b) })
		if err != nil {
			return nil, err
		}
	}
	return values, nil
}

// grow calls read with a larger buffer until the result fits.
func grow(read func([]byte) (int, error)) ([]byte, error) {
	for range 10 {
		n, err := read(nil)
		if err != nil || n == 0 {
			return nil, err
		}
		b := make([]byte, n)
		n, err = read(b)
		if err == nil {
			return b[:n], nil
		}
		if !errors.Is(err, syscall.ERANGE) {
			return nil, err
		}
	}
	return nil, errManyAttributes
}

// xattr makes a system call for an attribute of a file, or for all attributes if name is
// empty. It exists because the library does not depend on golang.org/x/sys. Further
// arguments of the call, which are options, are 0.
func xattr(call uintptr, fd int, name string, b []byte) (int, error) {
	var n uintptr
	var errno syscall.Errno
	if name == "" {
		n, _, errno = syscall.Syscall6(call, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), 0, 0, 0)
	} else {
		text, err := syscall.BytePtrFromString(name)
		if err != nil {
			return 0, err
		}
		n, _, errno = syscall.Syscall6(call, uintptr(fd), uintptr(unsafe.Pointer(text)), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), 0, 0)
	}
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

func second(_ int, err error) error { return err }
