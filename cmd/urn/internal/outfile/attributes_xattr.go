//go:build linux || darwin

package outfile

import (
	"bytes"
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// keepAttributes gives to the extended attributes of from, and no others. On Linux the
// access control list is one of them. A file whose directory has a default list is
// created with a list of its own, which is taken away.
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
			if err := unix.Fremovexattr(fd, name); err != nil {
				return err
			}
		}
	}
	for name, value := range want {
		if old, ok := have[name]; ok && bytes.Equal(old, value) {
			continue
		}
		if err := unix.Fsetxattr(fd, name, value, 0); err != nil {
			return err
		}
	}
	return nil
}

var errManyAttributes = errors.New("the attributes change while they are read")

// attributes returns the extended attributes of a file. A file system without any has
// none.
func attributes(f *os.File) (map[string][]byte, error) {
	fd := int(f.Fd())
	list, err := grow(func(b []byte) (int, error) { return unix.Flistxattr(fd, b) })
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS) {
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
		values[string(name)], err = grow(func(b []byte) (int, error) { return unix.Fgetxattr(fd, string(name), b) })
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
		if !errors.Is(err, unix.ERANGE) {
			return nil, err
		}
	}
	return nil, errManyAttributes
}
