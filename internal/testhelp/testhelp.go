// Package testhelp helps tests: it tells them about their process, and limits what they print.
package testhelp

import "testing"

// Slow skips a test that "make quick" and the emulators leave out. The race detector runs it.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() && !Race {
		t.Skip("slow")
	}
}
