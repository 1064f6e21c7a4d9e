// Package testenv tells tests about the process that they run in.
package testenv

import "testing"

// Slow skips a test that "make quick" and the emulators leave out. The race detector runs it.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() && !Race {
		t.Skip("slow")
	}
}
