package walk

import (
	"bytes"
	"encoding/binary"
	"os"
	"sync"
	"syscall"
)

// direntBuffers are buffers for readDir. Most directories fit into one buffer.
var direntBuffers = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// readDir appends the entries of a directory to dst, in any order. If it fails, it appends
// the entries that it could read.
//
// It is faster than readDirOS: it makes one allocation for a directory instead of three for
// each file, and does not use the poller of package os.
func readDir(dst []entry, dir string) ([]entry, error) {
	fd, err := retry(func() (int, error) {
		return syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return dst, err
	}
	defer syscall.Close(fd)
	buf := direntBuffers.Get().(*[32 << 10]byte)
	defer direntBuffers.Put(buf)
	for {
		n, err := retry(func() (int, error) { return syscall.ReadDirent(fd, buf[:]) })
		if n <= 0 || err != nil {
			return dst, err
		}
		dst = appendEntries(dst, dir, buf[:n])
	}
}

// retry calls f again as long as a signal interrupts it.
func retry(f func() (int, error)) (int, error) {
	for {
		if n, err := f(); err != syscall.EINTR {
			return n, err
		}
	}
}

// The places of the fields of a struct linux_dirent64, in bytes; see getdents64(2).
const (
	direntLength = 16
	direntType   = 18
	direntName   = 19
)

// appendEntries appends the entries that getdents64 has written to buf.
func appendEntries(dst []entry, dir string, buf []byte) []entry {
	all := string(buf)
	for at := 0; at < len(buf); {
		one := buf[at : at+int(binary.NativeEndian.Uint16(buf[at+direntLength:]))]
		name := all[at+direntName:]
		name = name[:bytes.IndexByte(one[direntName:], 0)]
		at += len(one)
		if name == "." || name == ".." {
			continue
		}
		e := entry{name: name}
		switch one[direntType] {
		case syscall.DT_DIR:
			e.dir = true
		case syscall.DT_REG:
			e.regular = true
		case syscall.DT_UNKNOWN: // some file systems do not tell
			info, err := os.Lstat(join(dir, name))
			if err != nil {
				continue // it is gone
			}
			e.dir, e.regular = info.IsDir(), info.Mode().IsRegular()
		}
		dst = append(dst, e)
	}
	return dst
}
