// Package input opens what the command reads: files and standard input,
// compressed or not.
package input

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/suggest"
)

// Stdin is the name of standard input.
const Stdin = "-"

// argument is the prefix of the name of an input whose content is an argument. It has a
// NUL, which no file name can have.
const argument = "\x00"

// Argument returns the name of the input that holds an argument of the command and a
// line end. number is the place of the argument, from 1.
func Argument(number int, text string) string {
	return argument + strconv.Itoa(number) + argument + text
}

// argumentOf returns the argument of a name that [Argument] returned.
func argumentOf(name string) (number, text string, ok bool) {
	if rest, is := strings.CutPrefix(name, argument); is {
		return strings.Cut(rest, argument)
	}
	return "", "", false
}

// IsArgument reports whether the name is one that [Argument] returned.
func IsArgument(name string) bool { return strings.HasPrefix(name, argument) }

// MaxWindow is the largest window, in bytes, of a Zstandard frame or an xz block. It limits
// the memory that a hostile file can take. zstd(1) has the same limit.
const MaxWindow = 128 << 20

// ErrIsDirectory is the error for an input that is a directory.
var ErrIsDirectory = errors.New("is a directory: only urn find -r and urn lint search directories")

var (
	// ErrIsOutput is the error for an input that is written to.
	ErrIsOutput = errors.New("is the file that the output goes to")
	errUTF16    = errors.New("text in UTF-16, which would be written in UTF-8: convert it to UTF-8 first")
)

// Opener opens inputs. The zero Opener has an empty standard input.
type Opener struct {
	// Stdin is read for the name "-".
	Stdin io.Reader
	// Outputs are the files that are being written. An input must not be one of them,
	// because reading it would never end. Terminals, other devices and sockets may be both
	// input and output.
	Outputs []os.FileInfo
	// AsIs says that standard input is not decompressed, unless it is a regular
	// file.
	AsIs bool
	// NoUTF16 makes text in UTF-16 an error. Set it when the input's bytes are
	// written back.
	NoUTF16 bool
	// Progress, if not nil, is told how many bytes each read got, before
	// decompression. It is called by the goroutine that reads.
	Progress func(n int)
}

// Stream is an open input. Reading it returns the content of the input, decompressed and in
// UTF-8.
type Stream struct {
	io.Reader
	// Waits reports whether a read may wait for a writer, as with a pipe. Then the bytes
	// that have been read should be processed before the next read.
	Waits bool
	// Size is the length in bytes of an input that is a file, before decompression.
	// It is 0 if it is not known.
	Size  int64
	close []func() error

	noUTF16 bool
}

// Close releases what the stream holds. Only the first call does anything.
func (s *Stream) Close() error {
	var first error
	for i := len(s.close) - 1; i >= 0; i-- {
		if err := s.close[i](); err != nil && first == nil {
			first = err
		}
	}
	s.close = nil
	return first
}

// Display returns the name of an input for people. It holds printable characters
// only.
func Display(name string) string {
	if name == Stdin {
		return "<stdin>"
	}
	if number, _, ok := argumentOf(name); ok {
		return "argument " + number
	}
	return report.Visible(name)
}

// Open opens the file of that name, or standard input for "-". Compressed text (gzip,
// Zstandard, bzip2, xz) is recognised by its first bytes, as is text in UTF-16 with a
// byte order mark. A Read has the error [*NotRead] if the input is in a format that is
// recognised and not read. Errors do not repeat the name.
func (o Opener) Open(name string) (*Stream, error) {
	s := &Stream{Reader: o.Stdin, Waits: true, noUTF16: o.NoUTF16}
	if _, text, ok := argumentOf(name); ok {
		s.Reader, s.Waits = strings.NewReader(text+"\n"), false
	} else if name != Stdin {
		f, err := os.Open(name)
		if err != nil {
			err = WithoutName(err)
			if meant := suggest.Sentence(name); meant != "" && errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%w; %s", err, meant)
			}
			return nil, err
		}
		s.Reader, s.close = f, append(s.close, f.Close)
	}
	if s.Reader == nil {
		s.Reader = bytes.NewReader(nil)
	}
	if err := o.prepare(s, name); err != nil {
		s.Close()
		return nil, WithoutName(err)
	}
	return s, nil
}

func (o Opener) prepare(s *Stream, name string) error {
	r := &source{r: s.Reader, told: o.Progress}
	if f, ok := s.Reader.(*os.File); ok {
		info, err := f.Stat()
		switch {
		case err != nil:
			return err
		case info.IsDir():
			return ErrIsDirectory
		case o.isOutput(info):
			return ErrIsOutput
		case info.Mode().IsRegular():
			s.Waits = false
			if name != Stdin {
				s.Size = info.Size()
			}
		}
	}
	s.Reader = r
	if !o.AsIs || name != Stdin || !s.Waits {
		s.Reader = &detector{s, s.Reader, formats}
	}
	return nil
}

// isOutput reports whether a file is being written.
func (o Opener) isOutput(info os.FileInfo) bool {
	return info.Mode()&(os.ModeCharDevice|os.ModeSocket) == 0 &&
		slices.ContainsFunc(o.Outputs, func(output os.FileInfo) bool { return os.SameFile(info, output) })
}

// Size returns how many bytes reading the inputs will take, before
// decompression, or -1 if that cannot be known.
func (o Opener) Size(names []string) int64 {
	var sum int64
	for _, name := range names {
		var info os.FileInfo
		var err error
		if name != Stdin {
			info, err = os.Stat(name)
		} else if f, ok := o.Stdin.(*os.File); ok {
			info, err = f.Stat()
		}
		switch {
		case err != nil: // reported when it is opened
		case info == nil || !info.Mode().IsRegular():
			return -1
		default:
			sum += info.Size()
		}
	}
	return sum
}

// WithoutName strips the operation and the name from an error of package os,
// because the report has both.
func WithoutName(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// source reads the bytes of an input. It reads on until there is a byte or an
// error.
type source struct {
	r    io.Reader
	told func(n int)
}

func (s *source) Read(b []byte) (int, error) {
	for range 100 {
		n, err := s.r.Read(b)
		if s.told != nil {
			s.told(n)
		}
		if err != nil && err != io.EOF {
			err = WithoutName(err)
		}
		if n > 0 || err != nil || len(b) == 0 {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// detector is the Reader of a Stream until the first read. It looks at the first
// bytes of the input, and replaces itself by a decompressor if the input is
// compressed. It reads no more than it needs to decide, because the writer at the
// other end of a pipe may be waiting for an answer. An input that is not
// compressed is read into the caller's buffer at once.
type detector struct {
	s       *Stream
	r       io.Reader
	formats []format
}

func (d *detector) Read(b []byte) (int, error) {
	head := b
	if len(head) < maxMagic {
		head = make([]byte, maxMagic)
	}
	n := 0
	for {
		m, err := d.r.Read(head[n:])
		n += m
		format, more := recognise(d.formats, head[:n], err != nil)
		if more {
			continue
		}
		rest := d.r
		if err != nil {
			rest = failed{err}
		}
		switch {
		case format != nil:
			err = format.open(d.s, head[:n], rest)
			if len(d.formats) > len(encodings) {
				d.s.Reader = &detector{d.s, d.s.Reader, encodings}
			}
		case len(head) == len(b):
			d.s.Reader = rest
			return n, err
		default:
			d.s.Reader, err = whole(head[:n], rest), nil
		}
		if err != nil {
			d.s.Reader = failed{err}
		}
		return d.s.Read(b)
	}
}

// failed is a reader that returns err.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// cutShort is for errors after the first bytes of an input: there, an end of the
// input is too early.
func cutShort(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func unzstd(s *Stream, head []byte, r io.Reader) error {
	z, err := zstd.NewReader(whole(head, r), zstd.WithDecoderMaxWindow(MaxWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return named("zstd", err)
	}
	s.close = append(s.close, func() error { z.Close(); return nil })
	s.Reader = naming{"zstd", z}
	return nil
}

// named returns the error of a decompressor with the name of the format.
func named(format string, err error) error {
	switch {
	case err == nil, err == io.EOF:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, xz.ErrBuf):
		return fmt.Errorf("%s: the compressed data ends too early", format)
	case errors.Is(err, zstd.ErrMagicMismatch), errors.Is(err, xz.ErrFormat),
		errors.Is(err, bzip2.StructuralError("bad magic value in continuation file")):
		return fmt.Errorf("%s: trailing garbage", format)
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded),
		errors.Is(err, xz.ErrMemlimit):
		return fmt.Errorf("%s: needs a window of more than %d bytes", format, MaxWindow)
	}
	text := err.Error()
	for _, prefix := range []string{"gzip: ", "xz: ", "bzip2 data invalid: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	if text != err.Error() {
		return fmt.Errorf("%s: %s", format, text)
	}
	return fmt.Errorf("%s: %w", format, err)
}
