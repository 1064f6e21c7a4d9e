// Package outfile writes the files that a command is told to write. A regular file is
// replaced at once when its new content is complete, and keeps its permissions, owner,
// access control list and extended attributes. A symbolic link stays, and the file that
// it leads to is replaced. A device, a named pipe or a socket is written to directly.
//
// What cannot be kept is an error, and the file is then as it was.
package outfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/seed7b5a83f0/urn/internal/programs/await"
)

// The errors of a file that is not written.
var (
	ErrReadOnly   = errors.New("the file is read-only")
	ErrLinks      = errors.New("the file has several names (hard links), which replacing it would separate")
	ErrChanged    = errors.New("the file has changed meanwhile")
	ErrOwner      = errors.New("the owner of the file could not be kept")
	ErrAttributes = errors.New("the access control list or the extended attributes of the file could not be kept")
)

// File is a file that is being written. Its content is replaced by [File.Commit], not
// before. If the name stands for a device or a pipe, Write writes to it.
//
// Its methods must not be called concurrently.
type File struct {
	name   string
	target string      // where the links of name lead
	old    *os.File    // the regular file that is replaced, or nil
	known  os.FileInfo // what name stood for, or nil
	w      *os.File
	direct bool // w is not a temporary file
	err    error
}

// Create begins to write the file of that name. A regular file must be writable and
// have one name. Its directory must be writable. If the name stands for a pipe that
// nobody reads, Create waits for a reader until ctx ends; the error is then its cause.
func Create(ctx context.Context, name string) (*File, error) {
	f := &File{name: name}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if f.target, err = resolve(name); err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: cause(err)}
		}
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return f.open(ctx, info)
	default:
		if f.target, err = filepath.EvalSymlinks(name); err != nil {
			return nil, err
		}
		// Opening it asks the system whether it may be written.
		if f.old, err = os.OpenFile(f.target, os.O_WRONLY, 0); err != nil {
			return nil, err
		}
		if f.known, err = f.old.Stat(); err != nil {
			break
		}
		if !os.SameFile(f.known, info) {
			err = ErrChanged
			break
		}
		err = replaceable(f.old, f.known)
	}
	if err == nil {
		f.w, err = temporary(f.target, f.known != nil)
	}
	if err != nil {
		f.close()
		return nil, failed(name, err)
	}
	return f, nil
}

// open opens what is not a regular file.
func (f *File) open(ctx context.Context, info os.FileInfo) (*File, error) {
	w, err := await.Result(ctx, func() (*os.File, error) { return os.OpenFile(f.name, os.O_WRONLY, 0) })
	if err != nil {
		return nil, err
	}
	f.w, f.direct = w, true
	f.known, err = w.Stat()
	if err == nil && (f.known.Mode().IsRegular() || !os.SameFile(f.known, info)) {
		err = ErrChanged
	}
	if err != nil {
		w.Close()
		return nil, failed(f.name, err)
	}
	return f, nil
}

// cause returns an error without a name.
func cause(err error) error {
	var named *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &named):
		return named.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// failed returns an error with the name of the file that is written, in place of that of
// a temporary file.
func failed(name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "write", Path: name, Err: cause(err)}
}

// Info returns what is known of the file that is written, for [os.SameFile]. It is nil
// if there is no such file yet.
func (f *File) Info() os.FileInfo { return f.known }

// Write writes b. After an error it writes nothing more, and Commit fails.
func (f *File) Write(b []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.w.Write(b)
	f.err = failed(f.name, err)
	return n, f.err
}

// Commit makes what has been written the content of the file, and closes it. If it
// fails, a regular file is as it was.
func (f *File) Commit() error {
	defer f.close()
	switch {
	case f.w == nil:
		return failed(f.name, fs.ErrClosed)
	case f.err != nil:
		return f.err
	case f.direct:
		err := f.w.Close()
		f.w = nil
		return failed(f.name, err)
	}
	if f.known != nil {
		if err := keep(f.w, f.old, f.known); err != nil {
			return failed(f.name, err)
		}
	}
	if err := settle(f.w); err != nil {
		return failed(f.name, err)
	}
	now, err := os.Lstat(f.target)
	switch {
	case f.known == nil && errors.Is(err, fs.ErrNotExist):
	case f.known == nil || err != nil || !os.SameFile(f.known, now):
		return failed(f.name, ErrChanged)
	}
	if err := replace(f.w.Name(), f.target, f.old); err != nil {
		return failed(f.name, err)
	}
	f.w = nil
	return nil
}

// Discard leaves a regular file as it was. After Commit it does nothing.
func (f *File) Discard() { f.close() }

func (f *File) close() {
	if f.old != nil {
		f.old.Close()
		f.old = nil
	}
	if f.w == nil {
		return
	}
	f.w.Close()
	if !f.direct {
		os.Remove(f.w.Name())
	}
	f.w = nil
}

// Rewrite replaces a regular file that f has open by that name. content writes the new
// content, and its error ends the rewriting. known is what was known of f before it was
// read. If the file is not the same now, as [Same] says, nothing is replaced.
func Rewrite(f *os.File, name string, known os.FileInfo, content func(io.Writer) error) (err error) {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	now, err := f.Stat()
	if err == nil {
		err = replaceable(f, now)
	}
	if err != nil {
		return err
	}
	if !Same(known, now) || !Unchanged(f, target, known) {
		return ErrChanged
	}
	temp, err := temporary(target, true)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}()
	if err := content(temp); err != nil {
		return err
	}
	if err := keep(temp, f, now); err != nil {
		return err
	}
	if err := settle(temp); err != nil {
		return err
	}
	if !Unchanged(f, target, known) {
		return ErrChanged
	}
	if err := replace(temp.Name(), target, f); err != nil {
		return err
	}
	return carry(f, target, known.Size())
}

// replace gives the complete file temp the name target, which the open file old has, if it
// is not nil. Every way of writing a file ends here. On a system that replaces no open file,
// old is closed.
func replace(temp, target string, old *os.File) error {
	if old != nil && openFilesStay {
		old.Close()
	}
	return rename(temp, target)
}

var rename = os.Rename // a test has another program write before it

// carry appends to target what a program has appended to the file that target has replaced,
// and that f has open, after the last look at it. size is what that file had then. A
// program that opened the file before it was replaced may write a little later, so carry
// looks a few times. What a program writes after that, because it keeps the file open, is
// lost, as with every replacement of a file.
func carry(f *os.File, target string, size int64) error {
	for range 3 {
		now, err := f.Stat()
		if err != nil {
			return nil // it is closed, on a system that replaces no open file
		}
		if now.Size() <= size {
			time.Sleep(time.Millisecond)
			continue
		}
		to, err := os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		_, err = io.Copy(to, io.NewSectionReader(f, size, now.Size()-size))
		if err = errors.Join(err, to.Close()); err != nil {
			return err
		}
		size = now.Size()
	}
	return nil
}

// Same reports whether a file is what it was: the same file with the same size, and
// with the same times of the last change. A program can set the time of modification
// back; on Linux it cannot do so with the time of the change of status.
func Same(known, now os.FileInfo) bool {
	return os.SameFile(known, now) && now.Size() == known.Size() && now.ModTime().Equal(known.ModTime()) && changeTime(known) == changeTime(now)
}

// Unchanged reports whether a name still stands for the open file f, and whether that
// file is what was known of it.
func Unchanged(f *os.File, name string, known os.FileInfo) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(name)
	return err == nil && Same(known, open) && Same(known, now)
}

// replaceable returns an error if replacing a file would change more than its content.
func replaceable(f *os.File, info os.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return ErrChanged
	case info.Mode().Perm()&0o200 == 0:
		return ErrReadOnly
	case links(f, info) > 1:
		return ErrLinks
	}
	return nil
}

// keep gives temp what old has besides its content. The permissions come after the
// owner, because a new owner takes some of them away.
func keep(temp, old *os.File, info os.FileInfo) error {
	if err := keepOwner(temp, info); err != nil {
		return ErrOwner
	}
	if err := temp.Chmod(info.Mode()); err != nil {
		return err
	}
	if err := keepAttributes(temp, old); err != nil {
		return ErrAttributes
	}
	if now, err := temp.Stat(); err != nil {
		return err
	} else if now.Mode() != info.Mode() {
		return ErrAttributes
	}
	return nil
}

// settle waits until the content is on the disk, and closes the file.
func settle(temp *os.File) error {
	if err := temp.Sync(); err != nil {
		return err
	}
	return temp.Close()
}

// temporary creates a file next to target. Only the user can read it if it is to
// replace another. Otherwise it has the permissions of any new file.
func temporary(target string, replaces bool) (*os.File, error) {
	mode := os.FileMode(0o666)
	if replaces {
		mode = 0o600
	}
	dir, _ := filepath.Split(target)
	for try := 0; ; try++ {
		name := fmt.Sprintf("%s.urn-%016x", dir, rand.Uint64())
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if err == nil || try == 100 || !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// maxLinks bounds a chain of symbolic links.
const maxLinks = 40

// resolve follows the links of a name that leads to no file yet. The directory of the
// result must exist.
func resolve(name string) (string, error) {
	for range maxLinks {
		dir, base := filepath.Split(name)
		if dir == "" {
			dir = "."
		}
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return "", err
		}
		name = filepath.Join(dir, base)
		info, err := os.Lstat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return name, nil
		case err != nil:
			return "", err
		case info.Mode()&os.ModeSymlink == 0:
			return "", failed(name, ErrChanged)
		}
		link, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(link) {
			name = link
		} else {
			// Not Join: "x/.." is not "." if x is a link.
			name = dir + string(filepath.Separator) + link
		}
	}
	return "", failed(name, errors.New("too many links"))
}
