package testhelp

import (
	"sync/atomic"
	"testing"
)

// MaxFailures is the number of failures that a [T] prints.
const MaxFailures = 10

// T is a [testing.T] whose Errorf and Error print the first [MaxFailures] failures. At the end of
// the test it prints the number of failures. The other methods are the methods of
// testing.T.
type T struct {
	*testing.T
	failures atomic.Int64
}

// FirstFailures returns a T for t. A fault in a table or a loop makes a test of many inputs fail
// for most of them, and the first failures are enough.
func FirstFailures(t *testing.T) *T {
	f := &T{T: t}
	t.Cleanup(func() {
		if n := f.failures.Load(); n > MaxFailures {
			t.Logf("%d failures; the first %d are printed", n, MaxFailures)
		}
	})
	return f
}

// Errorf is [testing.T.Errorf] for the first failures. Any later failure also marks the
// test as failed.
func (t *T) Errorf(format string, args ...any) {
	t.Helper()
	if t.failures.Add(1) <= MaxFailures {
		t.T.Errorf(format, args...)
	}
}

// Error is [testing.T.Error] for the first failures.
func (t *T) Error(args ...any) {
	t.Helper()
	if t.failures.Add(1) <= MaxFailures {
		t.T.Error(args...)
	}
}
