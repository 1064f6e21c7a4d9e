//go:build unix || windows

package interrupt

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Context returns a context that the first signal to stop ends, with cause of the signal
// as its cause. A second signal ends the process. A signal that is ignored, as nohup does, stays
// ignored.
func Context(cause func(syscall.Signal) error) context.Context {
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
		cancel(cause(number))
	}()
	return ctx
}
