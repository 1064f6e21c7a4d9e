//go:build unix

package input

import (
	"io"
	"os"
	"slices"
	"syscall"
)

// nonblock opens a pipe without waiting for a writer.
const nonblock = syscall.O_NONBLOCK

// file is the descriptor of an open file. An os.File would be registered with the
// poller and with the garbage collector.
type file int

func open(name string) (file, error) {
	for {
		fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC|nonblock, 0)
		if err != syscall.EINTR {
			return file(fd), err
		}
	}
}

// Read reads as io.Reader says. As with an os.File, a signal does not interrupt it.
func (f file) Read(b []byte) (int, error) {
	for {
		n, err := syscall.Read(int(f), b)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, err
		case n == 0 && len(b) > 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

func (f file) Close() error { return syscall.Close(int(f)) }

// file makes an os.File of f, which then owns the descriptor. Closing it ends a read
// that waits, as if package os had opened it.
func (f file) file(name string) *os.File {
	syscall.SetNonblock(int(f), true) //nolint:errcheck // a read then waits to its end
	return os.NewFile(uintptr(f), name)
}

// fileInfo has the facts about a file.
type fileInfo struct{ syscall.Stat_t }

func (f file) stat() (info fileInfo, err error) {
	for {
		if err = syscall.Fstat(int(f), &info.Stat_t); err != syscall.EINTR {
			return info, err
		}
	}
}

func (i *fileInfo) regular() bool { return i.Mode&syscall.S_IFMT == syscall.S_IFREG }
func (i *fileInfo) size() int64   { return i.Size }

// isAny reports whether a file is the same as a file of others.
func (i *fileInfo) isAny(others []os.FileInfo) bool {
	return slices.ContainsFunc(others, func(other os.FileInfo) bool {
		o, ok := other.Sys().(*syscall.Stat_t)
		return ok && o.Dev == i.Dev && o.Ino == i.Ino
	})
}
