// Package await waits for what may wait for another process, such as the opening of a pipe.
package await

import "context"

// Result returns what f returns, or the cause of the end of ctx if that comes first. It
// leaves f behind, so what f does later must not matter to a process that ends.
func Result[T any](ctx context.Context, f func() (T, error)) (T, error) {
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
