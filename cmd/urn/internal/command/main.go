package command

import (
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/interrupt"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// Main runs the program with the arguments and the standard streams of the
// process. It returns the exit status.
//
// A standard stream that is closed, as in "urn find f >&-", is not noticed: before any
// code of a program, Go's runtime opens /dev/null for it, to read and write. Others give
// a program the same on purpose, such as subprocess.DEVNULL of Python, so it is not an error.
func Main() int {
	// A write to a pipe that nobody reads any more then fails like any other
	// write, and the command can end in good order.
	signal.Ignore(syscall.SIGPIPE)
	ctx := interrupt.Context(func(s syscall.Signal) error {
		if s == syscall.SIGINT && stdio.IsTerminal(os.Stderr) {
			_, _ = io.WriteString(os.Stderr, "\n") // after the ^C that the terminal shows
		}
		return stdio.Interrupted{Signal: s}
	})
	return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}
