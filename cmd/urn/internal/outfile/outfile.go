//go:build unix || windows

// Package outfile writes the output files of a command. A regular file is replaced
// atomically when its new content is complete. It keeps its permissions, owner, access
// control list and extended attributes. If the name is a symbolic link, the target of the
// link is replaced. A device, a named pipe or a socket is written to directly.
//
// If one of these attributes cannot be kept, the file is not changed, and the result is an
// error.
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

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/interrupt"
)

// The errors of a file that is not written.
var (
	ErrReadOnly   = errors.New("the file is read-only")
	ErrLinks      = errors.New("the file has several names (hard links), which replacing it would separate")
	ErrChanged    = errors.New("the file has changed meanwhile")
	ErrOwner      = errors.New("the owner of the file could not be kept")
	ErrAttributes = errors.New("the access control list or the extended attributes of the file could not be kept")
)

// File is a file that is being written. Only [File.Commit] replaces the content. If the
// file is a device or a pipe, Write writes to it directly.
//
// Its methods must not be called concurrently.
type File struct {
	name   string
	target string      // the name after following all links
	old    *os.File    // the regular file that is replaced, or nil
	known  os.FileInfo // the file before it was written, or nil
	w      *os.File
	direct bool // w is not a temporary file
	err    error
}

// Create begins to write the file with the given name. A regular file must be writable and
// have only one hard link. Its directory must be writable. If the file is a pipe that
// nobody reads, Create waits for a reader until ctx ends. The error is then the cause of
// ctx.
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
		// Opening the file checks that it is writable.
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
		f.Discard()
		return nil, failed(name, err)
	}
	return f, nil
}

// open opens a file that is not a regular file.
func (f *File) open(ctx context.Context, info os.FileInfo) (*File, error) {
	w, err := interrupt.Await(ctx, func() (*os.File, error) { return os.OpenFile(f.name, os.O_WRONLY, 0) })
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

// cause returns err without the file name.
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

// failed returns err with the name of the output file in place of the name of a temporary
// file.
func failed(name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "write", Path: name, Err: cause(err)}
}

// Info returns the FileInfo of the output file before it was written, for [os.SameFile]. It
// is nil if there was no such file.
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

// Commit replaces the content of the file by the bytes that were written, and closes it. If
// it fails, a regular file has its old content.
func (f *File) Commit() error {
	defer f.Discard()
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
	err := replace(f.w, f.target, f.old, f.known, func() bool {
		now, err := os.Lstat(f.target)
		if f.known == nil {
			return errors.Is(err, fs.ErrNotExist)
		}
		return err == nil && os.SameFile(f.known, now)
	})
	if err == nil {
		f.w = nil
	}
	return failed(f.name, err)
}

// Discard closes the file without replacing a regular file. After Commit it does nothing.
func (f *File) Discard() {
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

// Rewrite replaces the regular file that f has open under that name. content writes the new
// content. If it returns an error, nothing is replaced. known is the FileInfo of f from
// before it was read. If the file has changed since then (see [Same]), nothing is replaced.
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
	if err := replace(temp, target, f, now, func() bool { return Unchanged(f, target, known) }); err != nil {
		return err
	}
	return carry(f, target, known.Size())
}

// replace closes the complete file temp, once its content is on disk, and renames it to target,
// if unchanged then reports true. Every way of writing a file ends here. old is the open file
// with the name target, and info its FileInfo, or both are nil. On systems that cannot replace
// open files, old is closed.
func replace(temp *os.File, target string, old *os.File, info os.FileInfo, unchanged func() bool) error {
	if old != nil {
		if err := keep(temp, old, info); err != nil {
			return err
		}
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	if !unchanged() {
		return ErrChanged
	}
	if old != nil && openFilesStay {
		old.Close()
	}
	return rename(temp.Name(), target)
}

var rename = os.Rename // a test writes to the target before it

// carry copies bytes to the end of target that another program appended to the replaced
// file too late to be rewritten. f has the replaced file open, and size is its length when
// it was rewritten. A program that opened the file before it was replaced may write a
// little later, so carry looks a few times. Later writes to the replaced file are lost, as
// with every replacement of a file.
func carry(f *os.File, target string, size int64) error {
	for range 3 {
		now, err := f.Stat()
		if err != nil {
			return nil // f is closed, on systems that cannot replace open files
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

// Same reports whether a file is unchanged: it is the same file with the same size and the
// same times of the last change. A program can set the modification time back. On Linux,
// Same also compares the time of the last status change, which a program cannot set.
func Same(known, now os.FileInfo) bool {
	return os.SameFile(known, now) && now.Size() == known.Size() && now.ModTime().Equal(known.ModTime()) && changeTime(known) == changeTime(now)
}

// Unchanged reports whether name still is the name of the open file f, and the file is
// unchanged since known; see [Same].
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

// keep copies everything from old to temp except the content: the owner, attributes and
// permissions. The permissions come after the owner, because a change of the owner clears
// some of them.
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

// temporary creates a file next to target. If it will replace another file, only the user
// can read it. Otherwise it has the permissions of any new file.
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

// maxLinks is the longest chain of symbolic links that is followed.
const maxLinks = 40

// resolve follows the symbolic links of a name whose target does not exist yet. The
// directory of the target must exist.
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
		link, err := os.Readlink(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return name, nil
		case err != nil:
			return "", err
		case filepath.IsAbs(link):
			name = link
		default:
			// Not Join: "x/.." is not "." if x is a link.
			name = dir + string(filepath.Separator) + link
		}
	}
	return "", failed(name, errors.New("too many links"))
}
