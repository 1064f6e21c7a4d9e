package input

import (
	"bytes"
	"io"
	"os"
	"slices"
)

// OpenInto opens an input as [Opener.Open] does. If the input is a regular file that is
// shorter than buf and is not in a recognised format, it is read at once: buf has its n
// bytes, the file is closed, and s is nil. Otherwise n is 0, and buf belongs to s until s
// is closed: read from s into another buffer.
//
// OpenInto does not wait for the other end of a pipe: a pipe without a writer is empty. Use
// [Opener.Open] if [IsPipe] reports true.
func (o Opener) OpenInto(name string, buf []byte) (n int, s *Stream, err error) {
	if name == Stdin {
		s, err = o.Open(name)
		return 0, s, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return 0, nil, WithoutName(err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		s := &Stream{Waits: true, noUTF16: o.NoUTF16, Reader: f, close: []func() error{f.Close}}
		if err := o.prepare(s, name); err != nil {
			s.Close()
			return 0, nil, WithoutName(err)
		}
		return 0, s, nil
	case slices.ContainsFunc(o.Outputs, func(other os.FileInfo) bool { return os.SameFile(info, other) }):
		err = ErrIsOutput
	case info.Size() >= int64(len(buf)):
		s := &Stream{noUTF16: o.NoUTF16, Size: info.Size(), close: []func() error{f.Close}}
		s.Reader = &detector{s, &source{r: f, told: o.Progress}, formats}
		return 0, s, nil
	default:
		return o.into(f, info.Size(), buf)
	}
	f.Close()
	return 0, nil, WithoutName(err)
}

// into reads a regular file of a size less than len(buf), and closes it.
func (o Opener) into(f *os.File, size int64, buf []byte) (n int, s *Stream, err error) {
	for err == nil && (n == 0 || int64(n) < size || size == 0) && n < len(buf) {
		var m int
		m, err = f.Read(buf[n:])
		n += m
	}
	if o.Progress != nil {
		o.Progress(n)
	}
	if err == nil && n < len(buf) {
		err = io.EOF // a small file ends where its size says, which spares a system call
	}
	if err == io.EOF {
		if format, _ := recognise(formats, buf[:n], true); format == nil {
			f.Close()
			return n, nil, nil
		}
	}
	// The bytes before an error are returned first. The same path reads files whose length
	// is given as 0 although they have content, as in /proc.
	var rest io.Reader = f
	if err != nil {
		rest = failed{WithoutName(err)}
	}
	s = &Stream{noUTF16: o.NoUTF16, Size: max(1, size), close: []func() error{f.Close}}
	s.Reader = &detector{s, io.MultiReader(bytes.NewReader(buf[:n]), &source{r: rest, told: o.Progress}), formats}
	return 0, s, nil
}
