// Package stdio has the standard streams of the process and the exit status.
package stdio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"syscall"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
)

// Streams are the standard streams of a process.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Status is the exit status. As an error, it means that the failure has been reported
// already.
type Status int

const (
	OK      Status = 0
	No      Status = 1   // some input is not a URN, or two are not equivalent
	Trouble Status = 2   // wrong usage, or an input or output that failed
	Signal  Status = 128 // plus the number of the signal that ended the command
	Gone           = Signal + Status(syscall.SIGPIPE)
)

func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Err returns s as an error, which is nil for OK.
func (s Status) Err() error {
	if s == OK {
		return nil
	}
	return s
}

// Interrupted is the cause of a context that a signal ended.
type Interrupted struct{ Signal syscall.Signal }

func (i Interrupted) Error() string { return i.Signal.String() }

// Status is the exit status after the signal.
func (i Interrupted) Status() Status { return Signal + Status(i.Signal) }

// Trouble reports an error and returns the status Trouble, or the status of the signal
// that is the error.
func (s Streams) Trouble(err error) error {
	var signal Interrupted
	if errors.As(err, &signal) {
		fmt.Fprintln(s.Err, "urn: interrupted")
		return signal.Status()
	}
	fmt.Fprintf(s.Err, "urn: %s\n", report.Visible(err.Error()))
	return Trouble
}

// WriteOut writes to standard output. A failure is reported; the error is then a
// Status.
func (s Streams) WriteOut(b []byte) error {
	_, err := Pipe{s.Out}.Write(b)
	return s.Failed(err)
}

// Failed turns the error of a write to standard output into a Status. It reports
// the error, unless nobody reads the output any more.
func (s Streams) Failed(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrGone):
		return Gone
	}
	return s.Trouble(err)
}

// ErrGone says that nobody reads standard output or standard error any more.
var ErrGone = errors.New("nobody reads the output any more")

// Pipe is a Writer whose error is ErrGone when nobody reads what it writes.
type Pipe struct{ W io.Writer }

func (p Pipe) Write(b []byte) (int, error) {
	n, err := p.W.Write(b)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		err = ErrGone
	}
	return n, err
}

// prose is a terminal on which lines are folded.
type prose struct{ *os.File }

// Prose returns w, or if it is a terminal a writer to it that folds lines of text for people.
func Prose(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && IsTerminal(f) {
		return prose{f}
	}
	return w
}

func (p prose) Write(b []byte) (int, error) {
	if width := Columns(p); width > 0 {
		_, err := p.File.Write(Fold(nil, b, width, 2))
		return len(b), err
	}
	return p.File.Write(b)
}

// descriptor is the method of a stream that is a file.
type descriptor interface{ Fd() uintptr }

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(descriptor)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Columns returns the width of a terminal, or 0 if the stream is not one.
func Columns(stream any) int {
	if f, ok := stream.(descriptor); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 0
}

// Info returns the FileInfo of a stream that is a file, and nil otherwise.
func Info(stream any) os.FileInfo {
	if f, ok := stream.(interface{ Stat() (os.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil {
			return info
		}
	}
	return nil
}

// IsRegular reports whether a stream is a regular file.
func IsRegular(stream any) bool {
	info := Info(stream)
	return info != nil && info.Mode().IsRegular()
}

var colour, column = regexp.MustCompile("\x1b\\[[0-9;]*m"), regexp.MustCompile(`\S {2,}\S`)

// Fold appends text for people. A line that is wider than a terminal is broken between words, so that
// the terminal does not break a word. It continues under its last column, if it is a row of a
// table with room for that, or else hang columns to the right of its beginning.
func Fold(dst, text []byte, width, hang int) []byte {
	for line := range bytes.Lines(text) {
		hang := len(line) - len(bytes.TrimLeft(line, " ")) + hang
		if all := column.FindAllIndex(line, -1); all != nil {
			if last := columns(line[:all[len(all)-1][1]-1]); 3*last <= 2*width {
				hang = last
			}
		}
		at := 0
		for word := range bytes.SplitAfterSeq(line, []byte(" ")) {
			if at+columns(bytes.TrimRight(word, " \n")) > width && at > hang {
				dst = append(bytes.TrimRight(dst, " "), '\n')
				dst = append(dst, bytes.Repeat([]byte(" "), hang)...)
				at = hang
			}
			dst = append(dst, word...)
			at += columns(word)
		}
	}
	return dst
}

// columns returns the width of text on a terminal, without its colours.
func columns(text []byte) int { return uniseg.StringWidth(string(colour.ReplaceAll(text, nil))) }
