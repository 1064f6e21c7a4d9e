// Command urn checks, takes apart, normalises and compares Uniform Resource
// Names (RFC 8141, RFC 2141), and finds them in text. Run it with --help.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// Writing to a pipe that nobody reads any more then fails like any other
	// write, so that what has been begun is ended in good order.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// interrupted is the cause of a context that a signal ended.
type interrupted struct{ signal syscall.Signal }

func (i interrupted) Error() string { return i.signal.String() }

// interruptible returns a context that the first signal to stop ends. A second
// one ends the process.
func interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals)
		number, _ := s.(syscall.Signal)
		cancel(interrupted{number})
	}()
	return ctx
}
