package input

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// SmallSize is the size of the largest file that [ReadSmall] reads, in bytes.
const SmallSize = 16 << 20

// ErrNotRegular is the error for a device, a pipe, a socket or a directory where a
// regular file is needed.
var ErrNotRegular = errors.New("not a regular file")

// ReadSmall returns the content of a regular file, or of the regular file that a link leads
// to. It is for files that are part of a tree, such as .gitignore. Such a name may be
// anything: reading a pipe, or a link to /dev/zero, would never end. A file of more than
// SmallSize bytes is an error.
func ReadSmall(name string) ([]byte, error) {
	f, err := OpenRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var text []byte
	info, err := f.Stat()
	if err == nil && info.Size() <= SmallSize {
		text, err = io.ReadAll(io.LimitReader(f, SmallSize+1)) // it may grow
	}
	switch {
	case err != nil:
		return nil, err
	case info.Size() > SmallSize || len(text) > SmallSize:
		return nil, &os.PathError{Op: "read", Path: name, Err: fmt.Errorf("larger than %d bytes", SmallSize)}
	}
	return text, nil
}

// IsPipe reports whether a file is a named pipe. Opening a pipe waits for a process that
// writes to it.
func IsPipe(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

// OpenRegular opens a regular file, or the regular file that a link leads to. It does not
// open any other file, because opening a pipe waits for a writer.
func OpenRegular(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: WithoutName(err)}
	}
	f, err := os.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	// The name may have come to mean another file.
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
