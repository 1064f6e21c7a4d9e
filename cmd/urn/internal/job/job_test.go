package job

import (
	"errors"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// failing is a writer that fails with err, and counts.
type failing struct {
	err   error
	calls int
}

func (f *failing) Write(b []byte) (int, error) {
	f.calls++
	return 0, f.err
}

// Reports that cannot be written do not end the work, and are not tried again.
func TestReports(t *testing.T) {
	full := errors.New("full")
	for _, c := range []struct {
		only bool
		err  error
		want error // of each Write
		lost error
	}{
		{false, full, nil, full},
		{true, full, nil, full},
		{false, stdio.ErrGone, nil, nil},
		{true, stdio.ErrGone, stdio.ErrGone, nil},
	} {
		w := &failing{err: c.err}
		r := &reports{w: w, only: c.only}
		for range 2 {
			if n, err := r.Write([]byte("abc")); err != c.want || err == nil && n != 3 {
				t.Errorf("%+v: Write = %d, %v", c, n, err)
			}
		}
		if r.lost != c.lost || c.want == nil && w.calls != 1 {
			t.Errorf("%+v: lost %v after %d writes", c, r.lost, w.calls)
		}
	}
}
