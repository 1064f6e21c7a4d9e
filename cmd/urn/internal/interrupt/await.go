// Package interrupt stops the command at a signal. Until then, it waits for calls that may block
// on another process, such as opening a pipe.
package interrupt

import "context"

// Await returns the results of f, or the cause of ctx if ctx ends first. Then f keeps
// running, so call Await only if the process is about to end or f does no harm.
func Await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		v   T
		err error
	}
	done := make(chan result, 1)
	go func() {
		v, err := f()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.v, r.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
