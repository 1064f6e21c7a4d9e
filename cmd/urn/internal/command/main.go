package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"

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
	return run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// interruptible returns a context that the first signal to stop ends. A second
// signal ends the process. A signal that is ignored, as nohup does, stays ignored.
func interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		s := <-signals
		signal.Stop(signals)
		number, _ := s.(syscall.Signal)
		cancel(stdio.Interrupted{Signal: number})
	}()
	return ctx
}
