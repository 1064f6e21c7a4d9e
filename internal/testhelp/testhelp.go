// Package testhelp helps tests: it tells them about their process, and limits what they print.
package testhelp

import (
	"os"
	"testing"
)

// Slow skips a test that "make quick" and the emulators leave out. The race detector runs it.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() && !Race {
		t.Skip("slow")
	}
}

// Long skips a test that takes more than 5 s by itself, unless IsLong reports true.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("takes long: run make test-all, or set URN_LONG=1")
	}
}

// IsLong reports whether tests that take long run: "make test-all" and .ci/run set URN_LONG.
func IsLong() bool { return os.Getenv("URN_LONG") != "" }
